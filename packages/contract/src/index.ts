export { everyKind } from './every-kind.ts'
export { describeStore } from './store/describe-store.ts'
export type { StoreFactory, StoreSubject } from './store/subject.ts'
