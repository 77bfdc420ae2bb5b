type Later = (work: () => void) => unknown

const immediate = /* @__PURE__ */ (() => (globalThis as { setImmediate?: Later }).setImmediate)()

/** At the end of this turn of the event loop; where a runtime does not know it, at the end of what runs now. */
export const atEndOfTurn: Later = immediate ?? queueMicrotask

/** When what is already here has been read. */
export const afterReading: Later = immediate ?? setTimeout
