// Compiled with the type check, never run: where the guard may stand, and that the types of a route stay as they are.
import { type Decision, fixedWindow, memoryStore, rateLimit } from '@rl/express'
import express, { type Request, type RequestHandler, type Response } from 'express'

const store = memoryStore()
const policies = fixedWindow({ limit: 10, window: '1m' })
const guard = rateLimit({ store, policies })
const byAccount = rateLimit({
  store,
  policies,
  key: (request) => request.get('x-api-key') ?? request.ip ?? '',
  skip: ({ method }) => method === 'OPTIONS',
  refundWhen: (request, { status = 500 }) => status < 400 && request.query.dry === undefined,
})

const app = express()
const router = express.Router()

app.use(guard)
app.use(guard, byAccount, router)
app.use([guard, byAccount], router)
app.use('/sub', guard, router)
router.use(guard)

app.post('/users/:id', rateLimit({ store, policies }), (request, response) => {
  const decision: Decision | undefined = request.rateLimit
  response.send([request.params.id.toUpperCase(), decision?.remaining])
  // @ts-expect-error no such parameter
  request.params.name
})
app.post('/users/:id', guard, byAccount, express.json(), async (request, response) => {
  response.send(request.params.id.toUpperCase())
})
app.use('/users/:id', guard, (request, _response, next) => next(request.params.id.toUpperCase()))
app.get(['/a', '/b'], guard, (request, response) => void response.send(request.path))
app.get(/a/, guard, (request, response) => void response.send(request.path))
app
  .route('/users/:id')
  .all(guard)
  .get(guard, (request, response) => void response.send(request.params.id.toUpperCase()))
router.get('/:team/users/:id', guard, ({ params }, response) => {
  response.send(params.team.toUpperCase() + params.id.toUpperCase())
})

type Params = { id: string }
type Answer = { name: string }
type Body = { text: string }
type Query = { q: string }
type Locals = { user: string }

app.post<Params, Answer, Body, Query, Locals>('/users/:id', guard, (request, response) => {
  const parts: string[] = [request.params.id, request.query.q, request.body.text, response.locals.user]
  response.json({ name: parts.join() })
  // @ts-expect-error not what this route answers
  response.json({ names: parts })
})
const typed: RequestHandler<Params, Answer, Body, Query, Locals> = (request, response) => {
  response.json({ name: request.params.id })
}
app.get('/users/:id', guard, typed)
app.get('/users/:id', [guard], ({ params }: Request<{ id: string }>, response: Response) => {
  response.send(params.id.toUpperCase())
})

export const declared: readonly [RequestHandler, typeof typed] = [guard, guard]
export const called: RequestHandler = (request, response, next) =>
  request.path === '/' ? next() : guard(request, response, next)

export const refused = [
  // @ts-expect-error nothing at all
  () => rateLimit(),
  // @ts-expect-error neither a limiter nor policies
  () => rateLimit({ store }),
  // @ts-expect-error an unknown option
  () => rateLimit({ store, policies, max: 5 }),
  // @ts-expect-error a key is a text
  () => rateLimit({ store, policies, key: (request) => request.params }),
]
