import { writeFile } from 'node:fs/promises';
import { compileKernels } from './compileKernels.ts';
import { compiledKernels, inkKernels } from './readKernels.ts';

// `npm run build:kernels`: compiles the kernels of the face engine and of the document reader after a change, into the files that
// every build takes.
await writeFile(compiledKernels.kernels, await compileKernels());
await writeFile(compiledKernels.relaxedKernels, await compileKernels({ isRelaxed: true }));
const ink = Buffer.from(await compileKernels({ folder: inkKernels.folder })).toString('base64');
await writeFile(
  inkKernels.script,
  `/** \`src/document/find/kernels\`, written by \`npm run build:kernels\`: so small that they come with the reader. */
export const compiledKernels =
  '${ink}';
`,
);
