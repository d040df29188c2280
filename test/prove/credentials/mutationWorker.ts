import { parentPort, workerData } from 'node:worker_threads';
import { type MutationJob, mutate } from './mutations.ts';

parentPort!.postMessage(mutate(workerData as MutationJob));
