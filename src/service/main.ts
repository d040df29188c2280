import { fileURLToPath } from 'node:url';
import { startWithoutSecrets } from './settings/startWithoutSecrets.ts';

// The service as a process. First of all its secrets leave the environment that other processes can read.

startWithoutSecrets(fileURLToPath(import.meta.url));
await import('./serve.ts');
