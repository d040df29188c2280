/** Sets the clock of a process of Node, and that of its answers. */
export const shiftedDate = (aheadMs: number) => `
import { ServerResponse } from 'node:http';
const { now } = Date;
Date.now = () => now() + ${aheadMs};
globalThis.Date = new Proxy(Date, {
  construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [target.now()], made),
});
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...args) {
  this.setHeader('Date', new Date().toUTCString());
  return writeHead.apply(this, args);
};`;
