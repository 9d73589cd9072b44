// A draft being edited: saved with what stands when somebody was first, seen as its file, issued after a second press, or discarded.
import { CallFailed } from '@lookout/client';
import {
  BULLETIN_LINES,
  blankFields,
  DOCUMENT_FIELD_LENGTHS,
  DOCUMENT_FIELDS,
  type DocumentField,
  type DocumentFields,
  type FireDocument,
  type Named,
  printedLines,
} from '@lookout/domain';
import { Alert, App, Button, Drawer, Input } from 'antd';
import { useId, useState } from 'react';
import { useClient } from '../../../shared/services.ts';
import { marks } from '../../../shared/text/marks.ts';
import { DocumentFile } from './DocumentFile.tsx';
import { useSituationMessages } from './messages.ts';

const CONFLICT = 409;
/** A longer text scrolls. */
const MOST_ROWS = 8;
/** Fields of one line. */
const SHORT: readonly DocumentField[] = ['to', 'title'];

interface Props {
  readonly begun: Named<FireDocument>;
  readonly onClose: () => void;
}

export function DocumentEditor({ begun, onClose }: Props) {
  const { documents: messages, cancel } = useSituationMessages();
  const client = useClient();
  const { message } = App.useApp();
  const [stands, setStands] = useState(begun);
  const [fields, setFields] = useState<DocumentFields>(begun.fields);
  const [conflict, setConflict] = useState<Named<FireDocument> | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState<'issue' | 'discard' | null>(null);
  const names: readonly DocumentField[] = DOCUMENT_FIELDS[stands.kind];
  const isChanged = names.some((name) => (fields[name] ?? '') !== (stands.fields[name] ?? ''));
  const lines = printedLines(fields);
  const isTooLong = stands.kind === 'bulletin' && lines > BULLETIN_LINES;

  /** @returns what stands afterwards; null: refused, which is shown, and what was entered stays */
  const attempt = async <T,>(act: () => Promise<T>): Promise<T | null> => {
    setBusy(true);
    setFailed(null);
    setConflict(null);
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const { outcome, data } = error;
      if (outcome.kind === 'error' && outcome.code === CONFLICT && data !== null) setConflict(data as Named<FireDocument>);
      else setFailed(error.fields.map((field) => field.message).join(marks().semicolon) || error.message);
      return null;
    } finally {
      setBusy(false);
    }
  };
  const take = (document: Named<FireDocument>) => {
    setStands(document);
    setFields(document.fields);
  };
  const save = async () => {
    const { id, revision } = stands;
    const saved = await attempt(() =>
      client.situation.reviseDocument({ params: { id }, body: { revision, fields: { ...fields } }, silent: true }),
    );
    if (saved === null) return;
    take(saved);
    void message.success(messages.saved);
  };
  const issue = async () => {
    const { id, revision } = stands;
    const issued = await attempt(() => client.situation.issueDocument({ body: { id, revision }, silent: true }));
    setAsking(null);
    if (issued?.issue == null) return;
    void message.success(messages.issued(messages.number(issued.issue.number)));
    onClose();
  };
  const discard = async () => {
    const isGone = await attempt(async () => {
      await client.situation.discardDocument({ params: { id: stands.id }, silent: true });
      return true;
    });
    setAsking(null);
    if (isGone) onClose();
  };
  const blank = blankFields({ kind: stands.kind, fields });

  return (
    <Drawer
      open
      size={640}
      mask={{ closable: false }}
      title={messages.edit(messages.kinds[stands.kind])}
      onClose={onClose}
      footer={
        <div className="situation-foot stack">
          {conflict && (
            <Alert
              type="warning"
              showIcon
              role="alert"
              title={messages.conflict(conflict.changedBy)}
              description={
                <div className="line">
                  <Button
                    size="small"
                    onClick={() => {
                      take(conflict);
                      setConflict(null);
                    }}
                  >
                    {messages.takeTheirs}
                  </Button>
                  {conflict.issue === null && (
                    <Button
                      size="small"
                      onClick={() => {
                        setStands(conflict);
                        setConflict(null);
                      }}
                    >
                      {messages.keepMine}
                    </Button>
                  )}
                </div>
              }
            />
          )}
          {failed && (
            <p role="alert" className="field-fault">
              {failed}
            </p>
          )}
          {asking === null ? (
            <div className="line">
              <Button type="primary" disabled={busy || !isChanged || isTooLong || stands.issue !== null} onClick={() => void save()}>
                {messages.save}
              </Button>
              <Button
                disabled={busy || isChanged || blank.length > 0 || stands.issue !== null}
                title={isChanged ? messages.saveFirst : blank.length > 0 ? messages.needs(blank.map((name) => messages.fields[name])) : ''}
                onClick={() => setAsking('issue')}
              >
                {messages.issue}
              </Button>
              <DocumentFile document={stands} label={messages.draftFile} />
              <span className="gap" />
              <Button danger disabled={busy || stands.issue !== null} onClick={() => setAsking('discard')}>
                {messages.discard}
              </Button>
            </div>
          ) : (
            <section className="stack" aria-label={messages[asking]}>
              <p>{asking === 'issue' ? messages.issueAsk : messages.discardAsk}</p>
              <div className="line">
                <Button type="primary" danger disabled={busy} autoFocus onClick={() => void (asking === 'issue' ? issue() : discard())}>
                  {messages[asking]}
                </Button>
                <Button onClick={() => setAsking(null)}>{cancel}</Button>
              </div>
            </section>
          )}
        </div>
      }
    >
      <div className="stack">
        {stands.corrects && <p className="second">{messages.corrects(messages.number(stands.corrects.number), stands.corrects.reason)}</p>}
        <p className="second">{stands.kind === 'bulletin' ? messages.bulletinHint : messages.mapHint}</p>
        {names.map((name) => (
          <Field
            key={name}
            name={name}
            value={fields[name] ?? ''}
            isBlank={blank.includes(name)}
            onChange={(value) => setFields((before) => ({ ...before, [name]: value }))}
          />
        ))}
        {stands.kind === 'bulletin' && (
          <p className={isTooLong ? 'field-fault' : 'second'} role={isTooLong ? 'alert' : undefined}>
            {messages.lines(lines, BULLETIN_LINES)}
          </p>
        )}
      </div>
    </Drawer>
  );
}

interface FieldProps {
  readonly name: DocumentField;
  readonly value: string;
  readonly isBlank: boolean;
  readonly onChange: (value: string) => void;
}

function Field({ name, value, isBlank, onChange }: FieldProps) {
  const { documents: messages } = useSituationMessages();
  const id = useId();
  const shared = { id, value, maxLength: DOCUMENT_FIELD_LENGTHS[name], showCount: true } as const;
  return (
    <div className="situation-field stack">
      <label htmlFor={id}>
        {messages.fields[name]}
        {isBlank && <span className="situation-late"> {messages.needed}</span>}
      </label>
      {SHORT.includes(name) ? (
        <Input {...shared} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <Input.TextArea
          {...shared}
          rows={Math.min(MOST_ROWS, printedLines({ [name]: value }))}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  );
}
