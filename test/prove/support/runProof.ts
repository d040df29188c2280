import { type Form, Lab } from './Lab.ts';
import type { Findings, Proof } from './Proof.ts';

/** Runs one proof in this process and releases all its resources. @returns its findings and duration in seconds. */
export async function runProof(name: string, form: Form): Promise<Findings> {
  const module = (await import(new URL(`../${name}.ts`, import.meta.url).href)) as { default: Proof };
  const lab = new Lab(form);
  const began = performance.now();
  const found = await module.default(lab).finally(() => lab.close());
  const share = form === 'full' && lab.share < 1 ? { share: lab.share } : {};
  return { ...found, ...share, seconds: Math.round((performance.now() - began) / 100) / 10 };
}
