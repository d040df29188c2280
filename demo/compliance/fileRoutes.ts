import type { Context, Hono } from 'hono';
import type { Customer } from '../Customers.ts';
import { LIFETIME_MS } from '../Customers.ts';
import { emptyFilePage } from '../pages/emptyFile.ts';
import { filePage, fileRecords, unreadableRecords } from '../pages/file.ts';
import { customerOf, type Parts } from '../parts.ts';
import { streamHtml } from '../streamHtml.ts';
import { readCaseFile, readErased } from './readCaseFile.ts';
import { sealLines } from './sealLines.ts';

const REPORTS = { pdf: 'application/pdf', json: 'application/json' };

/** The file of a visitor's newest case: the page, its report, its audit lines, and its erasure. */
export function fileRoutes(app: Hono, parts: Parts): void {
  const { verification, recorder } = parts;
  const { idv } = verification;
  const ofCase = (c: Context) => {
    const customer = customerOf(parts, c);
    const caseId = customer?.known?.caseId;
    return customer && caseId ? { customer, caseId } : null;
  };
  const during = <T>(customer: Customer, work: () => Promise<T>) => recorder.during(customer.id, work);

  const recordsOf = async (customer: Customer, caseId: string) => {
    const file = await readCaseFile(idv, caseId);
    const isErased = file.case.redaction?.status === 'redacted';
    const erased = isErased ? await readErased(idv, file) : null;
    return fileRecords(file, { erased, goneAt: new Date(customer.createdAt + LIFETIME_MS) });
  };

  app.get('/file', (c) => {
    const own = ofCase(c);
    if (!own) return c.html(emptyFilePage());
    const { customer, caseId } = own;
    const [before, after] = filePage(customer.choice);
    const records = during(customer, () => recordsOf(customer, caseId)).catch((error: unknown) => {
      process.stderr.write(`The file of ${caseId}: ${error}\n`);
      return unreadableRecords;
    });
    return streamHtml(c, [before, records, after]);
  });
  app.get('/file/portrait', async (c) => {
    const own = ofCase(c);
    const { id } = own ? (await idv.cases.retrieve(own.caseId)).checks.selfie : { id: null };
    if (!own || !id) return c.notFound();
    return await during(own.customer, async () => {
      const [first] = (await idv.biometrics.listFrames(id)).frames;
      if (!first) return c.notFound();
      const picture = new Uint8Array(await idv.biometrics.retrieveFrame(id, first.n));
      return c.body(picture, 200, { 'content-type': first.mediaType });
    });
  });
  for (const [kind, type] of Object.entries(REPORTS)) {
    app.get(`/file/report.${kind}`, async (c) => {
      const own = ofCase(c);
      const id = own && (await idv.cases.retrieve(own.caseId)).checks.aml.id;
      if (!own || !id) return c.notFound();
      const body = await during(own.customer, async () =>
        kind === 'pdf'
          ? new Uint8Array(await idv.aml.reportPdf(id))
          : JSON.stringify(await idv.aml.report(id), null, 2),
      );
      const disposition = `attachment; filename="screening.${kind}"`;
      return c.body(body, 200, { 'content-type': type, 'content-disposition': disposition });
    });
  }
  app.get('/file/audit.json', async (c) => {
    const own = ofCase(c);
    if (!own) return c.notFound();
    const { data } = await during(own.customer, () => idv.audit.list({ subject: own.caseId, limit: 100 }));
    const secret = own.customer.panelSecret;
    return c.json({ secret, lines: sealLines(data.toReversed(), secret) });
  });
  app.post('/file/erase', async (c) => {
    const own = ofCase(c);
    if (own) await during(own.customer, () => idv.cases.erase(own.caseId));
    return c.redirect('/file#erasure', 303);
  });
}
