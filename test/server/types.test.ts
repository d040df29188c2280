import { expectTypeOf, test } from 'vitest';
import {
  createIdvClient,
  type DocumentCheck,
  type Event,
  type IdvErrorCode,
  isIdvError,
} from '../../src/server/index.ts';
import type { IdvEventMap } from '../../src/widget/index.ts';

test('comparing the type of an event narrows its data', () => {
  const versionOf = (event: Event) => {
    // @ts-expect-error: `screeningId` is a field of screenings alone.
    void event.data.screeningId;
    if (event.type === 'aml_screening.completed')
      expectTypeOf(event.data.screeningId).toEqualTypeOf<string>();
    if (event.type !== 'case.approved') return null;
    expectTypeOf(event.data.caseId).toEqualTypeOf<string>();
    expectTypeOf(event.data.document?.status).toExtend<DocumentCheck['status'] | undefined>();
    return event.data.version;
  };
  expectTypeOf(versionOf).returns.toEqualTypeOf<number | null>();
});

test('error codes are closed unions, in the back end and in idv-error', () => {
  const retry = (error: unknown) => isIdvError(error, 'version_conflict');
  // @ts-expect-error: no such code.
  const misspelt = (error: unknown) => isIdvError(error, 'version_conflct');
  void [retry, misspelt];
  expectTypeOf<'version_conflict'>().toExtend<IdvErrorCode>();
  type Code = IdvEventMap['idv-error']['detail']['code'];
  expectTypeOf<'camera_denied'>().toExtend<Code>();
  expectTypeOf<string>().not.toExtend<Code>();
});

test('an awaited list is a page, a loop yields items', async () => {
  const list = () => createIdvClient({ apiKey: 'idv_test_x' }).cases.list();
  type Page = Awaited<ReturnType<typeof list>>;
  expectTypeOf<Page['data'][number]['id']>().toEqualTypeOf<string>();
  type Item = ReturnType<typeof list> extends AsyncIterable<infer One> ? One : never;
  expectTypeOf<Item>().toEqualTypeOf<Page['data'][number]>();
});
