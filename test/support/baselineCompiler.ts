import { setFlagsFromString } from 'node:v8';

// Before each file. As src/service/main.ts has it for the embedded database: optimizing that would take longer than it saves.
// Set here and not by arguments, which the processes that measure pictures would inherit.
setFlagsFromString('--no-wasm-dynamic-tiering');
setFlagsFromString('--no-wasm-tier-up');
