import { parentPort, workerData } from 'node:worker_threads';
import { MemoryService } from './MemoryService.ts';
import { type Extent, walkCases } from './walkCases.ts';

// Walks in memory in a thread of its own and reports its findings.
parentPort!.postMessage(await walkCases(new MemoryService(), workerData as Extent));
