import { expect, test } from 'vitest';
import { currentlyDue, type Given } from '../../../src/service/cases/requirements.ts';

const NOTHING: Given = {
  consent: false,
  details: 'none',
  selfie: 'none',
  selfieProcessing: false,
  attemptsLeft: 3,
};

test.each<[string, Partial<Given>, string[]]>([
  ['nothing given', {}, ['consent', 'personal_details', 'selfie']],
  ['consent given', { consent: true }, ['personal_details', 'selfie']],
  ['details given', { consent: true, details: 'ok' }, ['selfie']],
  ['under age', { details: 'under_age' }, []],
  ['a capture being checked', { consent: true, details: 'ok', selfieProcessing: true }, []],
  ['a selfie to repeat', { consent: true, details: 'ok', selfie: 'retry' }, ['selfie']],
  ['another face', { consent: true, details: 'ok', selfie: 'no_match' }, ['selfie']],
  ['no attempt left', { consent: true, selfie: 'retry', attemptsLeft: 0 }, ['personal_details']],
  ['a spoof is not repeated', { consent: true, details: 'ok', selfie: 'spoof' }, []],
  ['all given', { consent: true, details: 'ok', selfie: 'passed' }, []],
])('%s', (_, change, due) => {
  expect(currentlyDue({ ...NOTHING, ...change })).toEqual(due);
});
