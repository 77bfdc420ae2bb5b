// Runs the programs of one page, one after the other, each on a database of its own.
const { REDIS_URL } = process.env

for (const [database, file] of process.argv.slice(2).entries()) {
  if (REDIS_URL) process.env.REDIS_URL = `${REDIS_URL}/${database}`
  try {
    await import(file)
  } catch (error) {
    process.stderr.write(`${file}\n${error instanceof Error ? error.stack : error}\n`)
    process.exit(1)
  }
}
process.exit()
