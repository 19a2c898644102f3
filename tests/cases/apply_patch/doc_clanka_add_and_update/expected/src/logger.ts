export const log = (msg: string) => console.log(`[clanka] ${msg}`)
