import { Readable } from 'node:stream'
import { type Answer, errorAnswer, type Host, type Route } from '@rl/contract/host'
import { rateLimit } from '@rl/fastify'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

async function* inParts(parts: readonly string[], endless?: boolean): AsyncGenerator<string> {
  for (const part of parts) {
    yield part
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  if (endless) await new Promise(() => {})
}

function play(answer: Answer, request: FastifyRequest, response: FastifyReply): unknown {
  if ('throws' in answer) throw new Error(answer.throws)
  if ('hangs' in answer) return response
  if ('decision' in answer) return response.send(JSON.stringify(request.rateLimit))
  if ('stream' in answer) return response.send(Readable.from(inParts(answer.stream, answer.endless)))
  return response
    .code(answer.status ?? 200)
    .headers({ ...answer.headers })
    .send(answer.body)
}

/** A scope with the route and its guards. */
async function add(app: FastifyInstance, route: Route<FastifyRequest>): Promise<void> {
  for (const options of route.guards ?? []) await app.register(rateLimit, options)
  app.route({
    method: route.method ?? 'GET',
    url: route.path,
    handler: async (request, response) => play(route.run(request), request, response),
  })
}

/** Drives Fastify 5. */
export const host: Host<FastifyRequest> = {
  header: (request, name) => request.headers[name]?.toString(),
  method: (request) => request.method,
  async serve(site) {
    const app = fastify({ trustProxy: site.trustProxy ? '127.0.0.1' : false, forceCloseConnections: true })
    app.setErrorHandler((error, _request, response) => {
      site.onError(error)
      const { status, headers, body } = errorAnswer(error)
      return response.code(status).headers(headers).send(body)
    })
    app.addHook('onRequest', async (_request, response) => void response.headers({ ...site.before }))
    for (const options of site.guards) await app.register(rateLimit, options)
    for (const route of site.routes) app.register((scope) => add(scope, route))
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    return { url, close: () => app.close() }
  },
}
