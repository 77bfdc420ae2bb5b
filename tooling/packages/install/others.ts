/** The declarations of other packages, whose errors are their own: the first release of Hono 4 has some. */
export const OTHERS = /node_modules\/(?!.*@rl[/+])/
