// 文书: for each kind the draft and the issued documents, with their files.

import type { Named } from '@lookout/domain';
import { TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { isConflict, useSend } from '@lookout/web/shared/form/use-send.ts';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Modal } from 'antd';
import { useState } from 'react';
import type { Verdict } from '../../alarm/alarm.ts';
import { FIRE_DOCUMENT_KINDS, type FireDocument, type FireDocumentKind, MOST_CORRECTION_REASON } from '../fire-document.ts';
import { DocumentEditor } from './DocumentEditor.tsx';
import { DocumentFile } from './DocumentFile.tsx';
import { useSituationMessages } from './messages.ts';

const DOCUMENTS = 'fire-documents';

type Issued = Named<FireDocument> & { readonly issue: NonNullable<FireDocument['issue']> };
const isIssued = (document: Named<FireDocument>): document is Issued => document.issue !== null;

export function DocumentsPart({ fireId, verdict }: { readonly fireId: string; readonly verdict: Verdict }) {
  const { documents: messages } = useSituationMessages();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const mayWrite = useRight('support-decisions');
  const documents = useCall([DOCUMENTS, fireId], client.situation.documentList, { query: { fireId } }, { enabled: mayWrite });
  const [editing, setEditing] = useState<Named<FireDocument> | null>(null);
  const [correcting, setCorrecting] = useState<Issued | null>(null);
  const { isBusy: busy, send } = useSend({
    refetch: [DOCUMENTS],
    onRefused: (error) => {
      void message.warning(error.message);
      if (!isConflict(error) || error.data === null) return;
      setEditing(error.data as Named<FireDocument>);
      setCorrecting(null);
    },
  });
  const refresh = () => queries.invalidateQueries({ queryKey: [DOCUMENTS] });

  /** If a colleague has already begun a document of this kind, that one is opened. */
  const begin = async (kind: FireDocumentKind, corrects: { readonly id: string; readonly reason: string } | null) => {
    const body = { fireId, kind, ...(corrects && { corrects: corrects.id, reason: corrects.reason }) };
    await send(async () => {
      setEditing(await client.situation.beginDocument({ body, silent: true }));
      setCorrecting(null);
    });
  };

  if (!mayWrite) return <p className="second situation-body">{messages.noRight}</p>;
  return (
    <div className="situation-body stack">
      <QueryResult query={documents} isEmpty={() => false} empty={{ title: '', hint: '' }}>
        {(list) => (
          <>
            {FIRE_DOCUMENT_KINDS.map((kind) => {
              const draft = list.find((one) => one.kind === kind && one.issue === null);
              const issued = list.filter(isIssued).filter((one) => one.kind === kind);
              return (
                <section key={kind} className="stack" aria-label={messages.kinds[kind]}>
                  <div className="line">
                    <h3>{messages.kinds[kind]}</h3>
                    <span className="gap" />
                    {draft ? (
                      <Button size="small" type="primary" onClick={() => setEditing(draft)}>
                        {messages.goOn(draft.changedBy)}
                      </Button>
                    ) : (
                      <Button size="small" type="primary" disabled={busy} onClick={() => void begin(kind, null)}>
                        {messages.write[kind]}
                      </Button>
                    )}
                  </div>
                  {issued.length === 0 && <p className="second">{messages.noIssues}</p>}
                  <ul className="situation-issues">
                    {issued.map((one) => (
                      <IssueRow key={one.id} issued={one} mayCorrect={draft === undefined} onCorrect={() => setCorrecting(one)} />
                    ))}
                  </ul>
                </section>
              );
            })}
          </>
        )}
      </QueryResult>
      {editing && (
        <DocumentEditor
          key={editing.id}
          begun={editing}
          verdict={verdict}
          onClose={() => {
            setEditing(null);
            void refresh();
          }}
        />
      )}
      {correcting && (
        <CorrectionDialog
          issued={correcting}
          busy={busy}
          onClose={() => setCorrecting(null)}
          onReason={(reason) => void begin(correcting.kind, { id: correcting.id, reason })}
        />
      )}
    </div>
  );
}

interface IssueProps {
  readonly issued: Issued;
  readonly mayCorrect: boolean;
  readonly onCorrect: () => void;
}

function IssueRow({ issued, mayCorrect, onCorrect }: IssueProps) {
  const { documents: messages } = useSituationMessages();
  const { issue, corrects } = issued;
  const number = messages.number(issue.number);
  return (
    <li>
      <div className="line">
        <strong className="tabular">{number}</strong>
        {issued.isDrill && <span className="tag">{messages.drill}</span>}
        <span className="gap" />
        {mayCorrect && (
          <Button size="small" aria-label={messages.correctOf(number)} onClick={onCorrect}>
            {messages.correct}
          </Button>
        )}
        <DocumentFile document={issued} label={messages.file} />
      </div>
      <p className="second tabular">{messages.issuedBy(issue.by, dayAndMinute(issue.at))}</p>
      {corrects !== null && <p className="second">{messages.corrects(messages.number(corrects.number), corrects.reason)}</p>}
      <p className="second situation-hash">SHA-256 {issue.sha256}</p>
    </li>
  );
}

interface CorrectionProps {
  readonly issued: Issued;
  readonly busy: boolean;
  readonly onReason: (reason: string) => void;
  readonly onClose: () => void;
}

function CorrectionDialog({ issued, busy, onReason, onClose }: CorrectionProps) {
  const { documents: messages, cancel } = useSituationMessages();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <Modal open title={messages.correctOf(messages.number(issued.issue.number))} footer={null} destroyOnHidden onCancel={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setIsMissing(reason.trim() === '');
          if (reason.trim() !== '') onReason(reason.trim());
        }}
      >
        <p className="second">{messages.correctHint}</p>
        <TextInput
          value={reason}
          most={MOST_CORRECTION_REASON}
          aria-label={messages.reason}
          placeholder={messages.reason}
          status={isMissing ? 'error' : ''}
          onChange={({ target }) => setReason(target.value)}
        />
        {isMissing && (
          <p role="alert" className="field-fault">
            {messages.reasonNeeded}
          </p>
        )}
        <div className="form-buttons">
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="primary" htmlType="submit" disabled={busy}>
            {messages.begin}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
