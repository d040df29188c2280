/** One thing that the service needs: `warn` keeps nobody from working, `fail` keeps all. */
export interface Condition {
  status: 'ok' | 'warn' | 'fail';
  /** A sentence on what is wrong, and with which list, file or migration. */
  detail?: string;
  [more: string]: unknown;
}

/** Whether a process can work, and what of. */
export interface Readiness {
  isReady: boolean;
  checks: Record<'database' | 'migrations' | 'lists' | 'monitoring' | 'eye' | 'disk' | 'draining', Condition>;
}
