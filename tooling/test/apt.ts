import { spawnSync } from 'node:child_process'

/** Installs packages of Debian where that can be done unasked; says whether it could. */
export function aptInstall(...packages: string[]): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  console.log(`> Installing ${packages.join(' and ')} with apt-get`)
  const apt = (...args: string[]) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    return (
      spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
    )
  }
  apt('update') // a list that is stale in part can still do
  return apt('install', '-y', '--no-install-recommends', ...packages)
}
