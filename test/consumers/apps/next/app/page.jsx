import { IdvVerify } from 'idv-verify/react';

export default function Page() {
  return <IdvVerify sessionUrl="/idv/session" noRedirect />;
}
