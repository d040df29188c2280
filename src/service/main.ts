import { fileURLToPath } from 'node:url';
import { startWithoutSecrets } from './settings/startWithoutSecrets.ts';

// The service as a process. First, secrets are removed from the environment visible to other processes.

startWithoutSecrets(fileURLToPath(import.meta.url));
await import('./serve.ts');
