import type { Handlers } from '../http/handler.ts';
import { readMonitoring } from '../screenings/listDays.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;

export const monitoringRoutes = {
  readMonitoring: async ({ deps, caller: { mode }, query }) => {
    const today = deps.clock().toISOString().slice(0, 10);
    const to = query.to ?? (query.from ? earlierOf(today, addDays(query.from, DAYS - 1)) : today);
    const from = query.from ?? addDays(to, 1 - DAYS);
    return { body: await readMonitoring(deps, mode, { from, to }) };
  },
} satisfies Partial<Handlers>;

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

function earlierOf(one: string, other: string): string {
  return one < other ? one : other;
}
