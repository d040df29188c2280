import { expect, test } from 'vitest';
import { Customers, type Notice } from '../../demo/Customers.ts';

const notice = (over: Partial<Notice>): Notice => ({
  caseId: 'case_1',
  status: 'processing',
  version: 3,
  reasons: [],
  source: 'webhook case.processing',
  at: new Date(),
  ...over,
});

function known(...notices: Partial<Notice>[]) {
  const customers = new Customers();
  const { customer } = customers.create();
  for (const one of notices) customers.addNotice(customer.id, notice(one));
  return customer;
}

test('only the session of a customer finds that customer', () => {
  const customers = new Customers();
  const { session, customer } = customers.create();
  expect(customers.find(session)).toBe(customer);
  expect(customers.find(`${session}x`)).toBeNull();
  expect(customers.find(undefined)).toBeNull();
  expect(customers.find(customer.id)).toBeNull();
});

test('the newest version of the newest case counts, in whatever order notices arrive', () => {
  expect(known({ version: 4, status: 'approved' }, { version: 3 }).known?.status).toBe('approved');
  expect(known({ version: 3 }, { version: 4, status: 'approved' }).known?.status).toBe('approved');
  expect(known({ caseId: 'case_2', version: 1 }, { version: 9 }).known?.caseId).toBe('case_2');
  expect(known({ version: 9 }, { caseId: 'case_2', version: 1 }).known?.caseId).toBe('case_2');
});

test('a repeated notice from the same source is stored once', () => {
  expect(known({}, {}, { source: 'API' }, { source: 'API' }).notices).toHaveLength(2);
});

test('drops a notice for an unknown customer', () => {
  const customers = new Customers();
  customers.addNotice(null, notice({}));
  customers.addNotice('customer_x', notice({}));
});

test('the next notice resolves a waiting call, and waiting times out', async () => {
  const customers = new Customers();
  const { customer } = customers.create();
  const waiting = customers.nextNotice(customer, 60_000);
  customers.addNotice(customer.id, notice({}));
  await waiting;
  await customers.nextNotice(customer, 1);
});
