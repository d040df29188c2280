export type * from '../widget/index.ts';
export { IdvVerify } from './IdvVerify.ts';
export type { IdvVerifyProps } from './IdvVerifyProps.ts';
