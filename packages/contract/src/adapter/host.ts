// What the server's side of the adapter contract needs. It runs in any runtime, so nothing here knows the test runner.
export { serveOrders } from './orders.ts'
export { inProcess } from './serve.ts'
export {
  type Answer,
  errorAnswer,
  type Host,
  type Route,
  type Running,
  type Site,
  type Start,
} from './site.ts'
