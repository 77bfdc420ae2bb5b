import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall } from './apt.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The browser that tests of pages use: `CHROMIUM`, or the one on the PATH. */
export function chromiumPath(): string | undefined {
  if (process.env.CHROMIUM) return isProgram(process.env.CHROMIUM) ? process.env.CHROMIUM : undefined
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isProgram)
}

/** Finds the browser, installing it where that can be done unasked; else answers what to do. */
export function findChromium(): { path: string } | { missing: string } {
  if (process.env.CHROMIUM && chromiumPath() === undefined) {
    return { missing: `CHROMIUM is ${process.env.CHROMIUM}, which is no program` }
  }
  if (chromiumPath() === undefined) aptInstall('chromium')
  const path = chromiumPath()
  if (path !== undefined) return { path }
  return { missing: 'Install Chromium (Debian: apt-get install chromium) or set CHROMIUM to a Chrome' }
}
