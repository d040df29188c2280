import { IdvVerify } from 'idv-verify/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function App() {
  const [step, setStep] = useState('');
  return (
    <>
      <p>{step}</p>
      <IdvVerify sessionUrl="/idv/session" noRedirect onStep={({ detail }) => setStep(detail.step)} />
    </>
  );
}

createRoot(document.getElementById('root')!).render(<App />);
