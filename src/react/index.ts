export type * from '../widget/index.ts';
export { IdvVerify, type IdvVerifyProps } from './IdvVerify.ts';
