// 封存包: created by the server for this officer, downloaded unchanged.

import { saveFile } from '@lookout/web/shared/save-file.ts';
import { useRight } from '@lookout/web/shared/services.ts';
import { useSiteFetch } from '@lookout/web/shared/site-fetch.ts';
import { App, Button } from 'antd';
import { useState } from 'react';
import { firePackagePath } from '../../incident/incident.calls.ts';
import { useStoryMessages } from './messages.ts';

export function SealButton({ id, name }: { readonly id: string; readonly name: string }) {
  const messages = useStoryMessages();
  const siteFetch = useSiteFetch();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const maySeal = useRight('dispatch');
  if (!maySeal) return null;

  const seal = async () => {
    setBusy(true);
    try {
      const reply = await siteFetch(`${firePackagePath}?${new URLSearchParams({ id })}`, { method: 'POST' });
      if (reply.headers.get('content-type') !== 'application/zip') throw new Error(await refusalOf(reply));
      saveFile(await reply.blob(), `${name}-${messages.seal}.zip`);
      void message.success(messages.sealed);
    } catch (error) {
      // A refusal has its own message; a lost connection has none, so the page's general text is shown.
      void message.error(
        error instanceof Error && error.message !== '' && !(error instanceof TypeError) ? error.message : messages.sealFailed,
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button type="primary" loading={busy} title={messages.sealHint} onClick={() => void seal()}>
      {busy ? messages.sealing : messages.seal}
    </Button>
  );
}

/** The message of a reply of this server; empty for any other reply. */
async function refusalOf(reply: Response): Promise<string> {
  const body: unknown = await reply.json().catch(() => null);
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string' ? body.message : '';
}
