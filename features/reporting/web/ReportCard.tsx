// One open report: its deadline, why and by which rule it is owed, its receivers and who has read it, and what this desk may do next.

import type { Named } from '@lookout/domain';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { useClient, useNow, useRight } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import type { FireDocument } from '../../situation/fire-document.ts';
import { dueReportState, isReporter, isReportLate, type NamedDueReport } from '../due-report.ts';
import { reportReasonText } from '../reporting-message.wire.ts';
import { FactsForm } from './FactsForm.tsx';
import { useReportingMessages } from './messages.ts';
import { minutesTo, useDeskGrid } from './own-reports.ts';
import { SendDialog } from './SendDialog.tsx';

export function ReportCard({ report }: { readonly report: NamedDueReport }) {
  const messages = useReportingMessages();
  const language = useLanguage();
  const now = useNow();
  const client = useClient();
  const mayAct = useRight('act-on-alarms');
  const desk = useDeskGrid();
  const { isBusy, failed, send } = useSend({ failure: messages.failed });
  const [draft, setDraft] = useState<Named<FireDocument> | null>(null);
  const [opened, setOpened] = useState<{ readonly document: Named<FireDocument> | null } | null>(null);
  const [isNoting, setNoting] = useState(false);
  const { id, address, gridName, reason, rule, receivers, sent } = report;
  const state = dueReportState(report);
  const isLate = isReportLate(report, new Date(now));
  const own = receivers.find(({ gridNo }) => gridNo === desk);
  const isMine = desk !== null && isReporter(report, desk);

  const fill = () => send(async () => setDraft(await client.reporting.fillReport({ body: { id }, silent: true })));
  const receive = () => send(() => client.reporting.receiveReport({ body: { id }, silent: true }));
  // Opening a report marks it as read, but only once its text is displayed.
  const read = () =>
    send(async () => {
      const { document } = await client.reporting.dueReport({ query: { id }, silent: true });
      setOpened({ document });
      if (mayAct && own !== undefined && document !== null) await client.reporting.readReport({ body: { id }, silent: true });
    });
  return (
    <section className="reporting-card panel" aria-label={`${gridName} ${reportReasonText(reason, language)}`} data-late={isLate}>
      <header className="line">
        <h2>{reportReasonText(reason, language)}</h2>
        <span className="tag">{messages.states[state]}</span>
        {isLate && <strong className="reporting-late">{messages.late}</strong>}
        {!rule.isConfirmed && <span className="tag">{messages.unverified}</span>}
        <span className="gap" />
        <span className="second">{gridName}</span>
      </header>
      <p>{address}</p>
      <p className="tabular" data-late={isLate}>
        <Deadline report={report} now={now} />
      </p>
      <p className="second">
        {messages.source(rule.source.document, rule.source.line)}
        {rule.source.assumed !== null && marks().brackets(messages.assumed(rule.source.assumed))}
      </p>
      <ul className="reporting-receivers" aria-label={messages.to}>
        {receivers.map(({ gridNo, gridName: name, insteadOf, received, read: seen }) => (
          <li key={gridNo} className="line">
            <strong>{name}</strong>
            {insteadOf !== null && <span className="tag">{messages.receiver.insteadOf}</span>}
            <span className="gap" />
            <span className="second tabular">
              {seen !== null
                ? messages.receiver.read(seen.by, dayAndMinute(seen.at))
                : received !== null
                  ? messages.receiver.received(received.by, dayAndMinute(received.at))
                  : messages.receiver.waiting}
            </span>
          </li>
        ))}
      </ul>
      <p className="line">
        {sent === null && isMine && mayAct && (
          <Button type="primary" danger={isLate} loading={isBusy} onClick={() => void fill()}>
            {messages.fill}
          </Button>
        )}
        {sent === null && !isMine && <span className="second">{messages.onlyItsGrid(gridName)}</span>}
        {sent !== null && own?.received === null && mayAct && (
          <Button loading={isBusy} onClick={() => void receive()}>
            {messages.receive}
          </Button>
        )}
        {sent !== null && (
          <Button type={own?.read === null ? 'primary' : 'default'} loading={isBusy} onClick={() => void read()}>
            {messages.read}
          </Button>
        )}
        {sent === null && (
          <Button aria-expanded={isNoting} onClick={() => setNoting(!isNoting)}>
            {messages.noting.title}
          </Button>
        )}
      </p>
      {failed !== null && <Alert type="error" showIcon role="alert" title={failed} />}
      {isNoting && <FactsForm alarmId={report.alarmId} />}
      {draft !== null && <SendDialog report={report} draft={draft} onClose={() => setDraft(null)} />}
      {opened !== null && <Reader title={messages.reader.title(gridName)} document={opened.document} onClose={() => setOpened(null)} />}
    </section>
  );
}

function Deadline({ report: { dueAt, sent }, now }: { readonly report: NamedDueReport; readonly now: number }) {
  const { due } = useReportingMessages();
  if (sent !== null) return due[sent.at > dueAt ? 'sentLate' : 'sent'](sent.by, dayAndMinute(sent.at));
  const { isLate, minutes } = minutesTo(dueAt, now);
  return due[isLate ? 'late' : 'left'](minutes, dayAndMinute(dueAt));
}

interface ReaderProps {
  readonly title: string;
  readonly document: Named<FireDocument> | null;
  readonly onClose: () => void;
}

function Reader({ title, document, onClose }: ReaderProps) {
  const messages = useReportingMessages();
  const fields = Object.entries(document?.fields ?? {}) as [keyof typeof messages.documentFields, string][];
  return (
    <Modal open width={640} title={title} footer={<Button onClick={onClose}>{messages.reader.close}</Button>} onCancel={onClose}>
      {document === null ? (
        <p>{messages.reader.none}</p>
      ) : (
        <dl className="reporting-text">
          {fields.map(([name, text]) => (
            <div key={name}>
              <dt>{messages.documentFields[name]}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </Modal>
  );
}
