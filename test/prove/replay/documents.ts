import { mirela, passport } from '../../document/support/zoneStrings.ts';
import { documentCase } from '../../support/documentCase.ts';
import { documentJpeg } from '../../support/documentPictures.ts';
import type { TestService } from '../../support/openService.ts';

/** What is wrong with how files of a document are recognised that another case was shown. */
export async function replayedDocuments(service: TestService): Promise<string[]> {
  const lines = passport(mirela);
  const stills = await Promise.all([41, 42].map((seed) => documentJpeg({ lines, seed }, null)));
  const [file, other] = stills as [Buffer, Buffer];
  const faults: string[] = [];
  const expect = (what: string, holds: boolean) => {
    if (!holds) faults.push(what);
  };
  const first = await shown(service, [file]);
  expect('a file of its own is called used', !first.isTold);
  const again = await shown(service, [file]);
  expect('a file of another case is not told', again.isTold);
  expect('its page is told', !/replay|reasons|signals/.test(again.page) && !again.page.includes(first.id));
  expect('its page is told otherwise than an honest one', again.members === first.members);
  expect('a file among others is not told', (await shown(service, [other, file])).isTold);
  const fresh = await documentJpeg({ lines, seed: 43 }, null);
  expect('another picture of the same document is called used', !(await shown(service, [fresh])).isTold);
  const blurred = await documentJpeg({ lines, seed: 44, blur: 6 }, null);
  const unread = await shown(service, [blurred]);
  const unreadAgain = await shown(service, [blurred]);
  expect('a file of another case that is not read is not told', !unread.isTold && unreadAgain.isTold);
  expect('the page of a file that is not read is told', !/replay|reasons|signals/.test(unreadAgain.page));
  expect('it loses the advice', unreadAgain.page.includes('"reason":"document_blurred"'));
  return faults;
}

/** One live case that is shown these files. */
async function shown(service: TestService, front: Buffer[]) {
  const session = { allowedOrigins: [new URL(service.url).origin] };
  const policy = { documentPortrait: 'evidence' };
  const { id, page, show, check } = await documentCase(service, { mode: 'live', policy, session });
  await show({ front });
  const { reasons, id: checkId } = await check();
  const answers = [
    (await service.call('GET', `/cases/${id}`, page)).body,
    (await service.call('GET', `/biometrics/document-check/${checkId}`, page)).body,
  ];
  return {
    id,
    isTold: reasons.includes('document_replayed'),
    page: JSON.stringify(answers),
    members: JSON.stringify(answers.map((answer) => Object.keys(answer))),
  };
}
