declare module 'koa2' {
  import Koa = require('koa')
  export = Koa
}
