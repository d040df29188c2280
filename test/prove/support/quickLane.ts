import { runProof } from './runProof.ts';

// A process that runs quick forms in turn: its parent sends a name and gets the findings, or the error as text.

process.on('message', (name: string) => {
  void runProof(name, 'quick').then(
    (findings) => process.send!({ findings }),
    (error: unknown) => process.send!({ error: error instanceof Error ? error.stack : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
