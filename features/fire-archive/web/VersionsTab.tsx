// 版本: every version with its hash, and why it corrects the previous one.

import { formatTime } from '@lookout/contract';
import { Nothing } from '@lookout/web/shared/QueryResult.tsx';
import type { UrlState } from '@lookout/web/shared/url-state.ts';
import { Button } from 'antd';
import { archiveState } from '../fire-archive.ts';
import type { FireArchiveFile } from '../fire-archive.wire.ts';
import { useFireArchiveMessages } from './messages.ts';

interface Props {
  readonly file: FireArchiveFile;
  readonly url: UrlState;
}

export function VersionsTab({ file: { archive, versions }, url }: Props) {
  const messages = useFireArchiveMessages();
  if (versions.length === 0) return <Nothing title={messages.versions.none} hint={messages.openHint} />;
  return (
    <ul className="archive-body archive-versions">
      {versions.map(({ version, corrects, changedBy, changedAt, seal }) => (
        <li key={version} className="stack">
          <div className="line">
            <strong className="tabular">{messages.version(version)}</strong>
            <span className="tag" data-archive={archiveState({ seal })}>
              {messages.states[archiveState({ seal })]}
            </span>
            <span className="second tabular gap">{messages.versions.changed(changedBy, formatTime(changedAt))}</span>
            {version === archive?.version ? (
              <span className="second">{messages.versions.current}</span>
            ) : (
              <Button size="small" onClick={() => url.set({ version, page: url.get('page') })}>
                {messages.versions.view}
              </Button>
            )}
          </div>
          {corrects !== null && <p>{messages.versions.corrects(corrects.reason)}</p>}
          {seal !== null && (
            <p className="second archive-hash">
              {messages.versions.hash} {seal.sha256}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
