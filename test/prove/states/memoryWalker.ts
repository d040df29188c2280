import { parentPort, workerData } from 'node:worker_threads';
import { MemoryService } from './MemoryService.ts';
import { type Extent, walkCases } from './walkCases.ts';

// Runs random walks in memory in its own thread and reports the faults found.
parentPort!.postMessage(await walkCases(new MemoryService(), workerData as Extent));
