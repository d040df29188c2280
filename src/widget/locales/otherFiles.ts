export { restFiles } from './restFiles.ts';
export { startFiles } from './startFiles.ts';
