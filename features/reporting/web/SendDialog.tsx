// The form of a report (火情快报), filled from the facts: edited and sent, with the other reports that the fire owes. The entries are retained
// when sending fails.

import type { Named } from '@lookout/domain';
import { TextArea } from '@lookout/web/shared/fields/TextInput.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { Alert, Button, Checkbox, Modal } from 'antd';
import { useId, useState } from 'react';
import {
  DOCUMENT_FIELD_LENGTHS,
  DOCUMENT_FIELDS,
  type DocumentFields,
  type FireDocument,
  printedLines,
} from '../../situation/fire-document.ts';
import type { NamedDueReport } from '../due-report.ts';
import { reportReasonText } from '../reporting-message.wire.ts';
import { useReportingMessages } from './messages.ts';
import { useOwnReports } from './own-reports.ts';

const MOST_ROWS = 6;

interface Props {
  readonly report: NamedDueReport;
  readonly draft: Named<FireDocument>;
  readonly onClose: () => void;
}

export function SendDialog({ report, draft, onClose }: Props) {
  const messages = useReportingMessages();
  const language = useLanguage();
  const client = useClient();
  const { isBusy, failed, send } = useSend({ failure: messages.failed });
  const [fields, setFields] = useState<DocumentFields>(draft.fields);
  // One form for all reports that the fire owes now: for a receiver, one fire is one report.
  const owed = useOwnReports().toSend.filter(({ alarmId, gridNo }) => alarmId === report.alarmId && gridNo === report.gridNo);
  const [without, setWithout] = useState<readonly string[]>([]);
  const ids = [report.id, ...owed.flatMap(({ id }) => (id === report.id || without.includes(id) ? [] : [id]))];
  const base = useId();

  const submit = async () => {
    const { title: _title, note: _note, ...texts } = fields;
    const body = { ids, documentId: draft.id, revision: draft.revision, fields: texts };
    await send(async () => {
      await client.reporting.sendReports({ body, silent: true });
      onClose();
    }, messages.send.done);
  };
  return (
    <Modal open width={720} title={messages.send.title} footer={null} mask={{ closable: false }} onCancel={onClose}>
      <form
        className="reporting-form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {owed.length > 1 && (
          <fieldset>
            <legend>{messages.send.together}</legend>
            {owed.map(({ id, reason }) => (
              <Checkbox
                key={id}
                checked={ids.includes(id)}
                disabled={id === report.id}
                onChange={({ target }) => setWithout(target.checked ? without.filter((one) => one !== id) : [...without, id])}
              >
                {reportReasonText(reason, language)}
              </Checkbox>
            ))}
          </fieldset>
        )}
        {DOCUMENT_FIELDS.bulletin.map((name) => (
          <div key={name}>
            <label htmlFor={`${base}-${name}`}>{messages.documentFields[name]}</label>
            <TextArea
              id={`${base}-${name}`}
              rows={Math.min(MOST_ROWS, printedLines({ [name]: fields[name] ?? '' }))}
              value={fields[name] ?? ''}
              disabled={isBusy}
              showCount
              most={DOCUMENT_FIELD_LENGTHS[name]}
              onChange={({ target }) => setFields({ ...fields, [name]: target.value })}
            />
          </div>
        ))}
        {failed !== null && <Alert type="error" showIcon role="alert" title={failed} />}
        <div className="form-buttons">
          <Button onClick={onClose}>{messages.send.cancel}</Button>
          <Button type="primary" htmlType="submit" disabled={isBusy} aria-busy={isBusy}>
            {messages.send.send}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
