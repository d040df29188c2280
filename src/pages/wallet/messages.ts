/** What the window of the test wallet posts to the page that opened it. */
export interface FromWallet {
  kind: 'idv-test-wallet';
  /** `ready`: the request may come. */
  state: 'ready' | 'answered';
  /** Absent: the wallet gave nothing. */
  answer?: unknown;
}

/** What the page posts to the window of the test wallet. */
export interface ToWallet {
  kind: 'idv-test-wallet';
  requests: unknown;
}
