// A draft in the editor: saved, with the current version shown when a colleague was first; previewed as its file; issued after a
// confirmation; or discarded.

import type { CallFailed } from '@lookout/client';
import { characterCount, type Named } from '@lookout/domain';
import { isConflict, useSend } from '@lookout/web/shared/form/use-send.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { Alert, App, Button, Drawer, Input } from 'antd';
import { useId, useState } from 'react';
import type { Verdict } from '../../alarm/alarm.ts';
import {
  BULLETIN_LINES,
  blankFields,
  bulletinLines,
  DOCUMENT_FIELD_LENGTHS,
  DOCUMENT_FIELDS,
  type DocumentField,
  type DocumentFields,
  type FireDocument,
  lengthFaults,
  mayIssueDocument,
  printedLines,
} from '../fire-document.ts';
import { DocumentFile } from './DocumentFile.tsx';
import { useSituationMessages } from './messages.ts';

/** The document as a colleague saved it first. */
const conflictOf = (error: CallFailed) => (isConflict(error) ? (error.data as Named<FireDocument> | null) : null);
/** The most rows of a text field; a longer text scrolls. */
const MOST_ROWS = 8;
/** Fields with a single line. */
const SHORT: readonly DocumentField[] = ['to', 'title'];

interface Props {
  readonly begun: Named<FireDocument>;
  /** The current verdict on the fire's alarm. */
  readonly verdict: Verdict;
  readonly onClose: () => void;
}

export function DocumentEditor({ begun, verdict, onClose }: Props) {
  const { documents: messages, cancel } = useSituationMessages();
  const client = useClient();
  const { message } = App.useApp();
  const [stands, setStands] = useState(begun);
  const [fields, setFields] = useState<DocumentFields>(begun.fields);
  const [conflict, setConflict] = useState<Named<FireDocument> | null>(null);
  const {
    isBusy: busy,
    failed,
    send,
  } = useSend({
    failure: (error) => (conflictOf(error) ? null : error.fields.map((field) => field.message).join(marks().semicolon) || error.message),
    onRefused: (error) => setConflict(conflictOf(error)),
  });
  const [asking, setAsking] = useState<'issue' | 'discard' | 'leave' | null>(null);
  const names: readonly DocumentField[] = DOCUMENT_FIELDS[stands.kind];
  const isChanged = names.some((name) => (fields[name] ?? '') !== (stands.fields[name] ?? ''));
  const lines = bulletinLines(fields);
  const tooLong = lengthFaults({ kind: stands.kind, fields });

  /** @returns the state afterwards; null: refused, which is shown, and the input is retained */
  const attempt = async <T,>(act: () => Promise<T>): Promise<T | null> => {
    setConflict(null);
    let now: T | null = null;
    await send(async () => {
      now = await act();
    });
    return now;
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
    if (saved === null) return false;
    take(saved);
    void message.success(messages.saved);
    return true;
  };
  const leave = async (isSaving: boolean) => {
    if (isSaving && !(await save())) setAsking(null);
    else onClose();
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
  const may = mayIssueDocument(stands, verdict);
  const blank = blankFields({ kind: stands.kind, fields });
  const named = (list: readonly DocumentField[]) => list.map((name) => messages.fields[name]);
  const whyNot =
    blank.length > 0
      ? messages.needs(named(blank))
      : tooLong.length > 0
        ? messages.shorten(named([...new Set(tooLong.map(({ field }) => field))]))
        : isChanged
          ? messages.saveFirst
          : null;

  return (
    <Drawer
      open
      size={640}
      mask={{ closable: false }}
      title={messages.edit(messages.kinds[stands.kind])}
      onClose={() => (isChanged && stands.issue === null ? setAsking('leave') : onClose())}
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
          {stands.kind === 'bulletin' && (
            <p className={lines > BULLETIN_LINES ? 'field-fault' : 'second'} role={lines > BULLETIN_LINES ? 'alert' : undefined}>
              {messages.lines(lines, BULLETIN_LINES)}
            </p>
          )}
          {!may.ok && <p className="second">{messages.notIssued[may.error]}</p>}
          {may.ok && whyNot !== null && stands.issue === null && <p className="second">{messages.notYet(whyNot)}</p>}
          {asking === null ? (
            <div className="line">
              <Button type="primary" disabled={busy || !isChanged || stands.issue !== null} onClick={() => void save()}>
                {messages.save}
              </Button>
              {may.ok && (
                <Button disabled={busy || whyNot !== null || stands.issue !== null} onClick={() => setAsking('issue')}>
                  {messages.issue}
                </Button>
              )}
              <DocumentFile document={stands} label={messages.draftFile} />
              <span className="gap" />
              <Button danger disabled={busy || stands.issue !== null} onClick={() => setAsking('discard')}>
                {messages.discard}
              </Button>
            </div>
          ) : asking === 'leave' ? (
            <section className="stack" aria-label={messages.leave}>
              <p>{messages.leaveAsk}</p>
              <div className="line">
                <Button type="primary" disabled={busy} autoFocus onClick={() => void leave(true)}>
                  {messages.saveAndLeave}
                </Button>
                <Button disabled={busy} onClick={() => void leave(false)}>
                  {messages.leave}
                </Button>
                <Button onClick={() => setAsking(null)}>{cancel}</Button>
              </div>
            </section>
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
            isLongest={tooLong.some(({ kind, field }) => kind === 'page' && field === name)}
            onChange={(value) => setFields((before) => ({ ...before, [name]: value }))}
          />
        ))}
      </div>
    </Drawer>
  );
}

interface FieldProps {
  readonly name: DocumentField;
  readonly value: string;
  readonly isBlank: boolean;
  /** The field takes up the largest part of a page that is too full. */
  readonly isLongest: boolean;
  readonly onChange: (value: string) => void;
}

function Field({ name, value, isBlank, isLongest, onChange }: FieldProps) {
  const { documents: messages } = useSituationMessages();
  const id = useId();
  const most = DOCUMENT_FIELD_LENGTHS[name];
  const isLong = characterCount(value) > most;
  // Text beyond `most` is retained and its count shown in red: a draft loses no text.
  const shared = {
    id,
    value,
    count: { show: true, max: most, strategy: characterCount },
    status: isLong ? ('error' as const) : '',
  } as const;
  return (
    <div className="situation-field stack">
      <label htmlFor={id}>
        {messages.fields[name]}
        {isBlank && <span className="situation-late"> {messages.needed}</span>}
        {isLong && <span className="situation-late"> {messages.over(value.length - most)}</span>}
        {isLongest && <span className="situation-late"> {messages.longest}</span>}
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
