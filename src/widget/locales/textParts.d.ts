// Each part of a file in `languages` is a script of its own: `src/widget/build/textParts.ts`.
declare module '*.json?start' {
  const file: { start: import('./messages.ts').StartMessages };
  export default file;
}
declare module '*.json?rest' {
  const file: { rest: import('./messages.ts').RestMessages };
  export default file;
}
declare module '*.json?handoff' {
  const file: { handoff: import('./messages.ts').HandoffMessages };
  export default file;
}
declare module '*.json?wallet' {
  const file: { wallet: typeof import('../../texts/en/enWallet.ts').enWallet };
  export default file;
}
declare module '*.json?document' {
  const file: { document: typeof import('../../texts/en/enDocument.ts').enDocument };
  export default file;
}
