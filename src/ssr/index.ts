export { type RenderOptions, renderIdvVerify } from './renderIdvVerify.ts';
