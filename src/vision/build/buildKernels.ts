import { writeFile } from 'node:fs/promises';
import { compileKernels } from './compileKernels.ts';
import { compiledKernels } from './readKernels.ts';

// `npm run build:kernels`: compiles the kernels of the face engine after a change, into the files that every build takes.
await writeFile(compiledKernels.kernels, await compileKernels());
await writeFile(compiledKernels.relaxedKernels, await compileKernels({ isRelaxed: true }));
