// The read-only content of a plan, with its files: pictures and PDFs are displayed in the page.

import { AuthedImage } from '@lookout/web/shared/AuthedImage.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { usePlanMessages } from '../parts/messages.ts';
import { LevelBadge } from '../parts/RunCard.tsx';
import { type PlanContent, type PlanFile, RESPONSE_LEVELS } from '../plan.ts';
import { usePlanPageMessages } from './messages.ts';
import './plan.css';
import { atSite } from '@lookout/web/shared/site.ts';

export function PlanContentView({ content }: { readonly content: PlanContent }) {
  const messages = usePlanPageMessages();
  const planMessages = usePlanMessages();
  const { conditions, duties, contacts, items, files } = content;
  return (
    <>
      <section className="plan-part">
        <h3>{messages.conditions}</h3>
        <dl className="plan-conditions">
          {RESPONSE_LEVELS.map((level) => (
            <div key={level}>
              <dt>
                <LevelBadge level={level} />
              </dt>
              <dd>{conditions.find((one) => one.level === level)?.text || messages.noneGiven}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="plan-part">
        <h3>{messages.duties}</h3>
        <table className="plan-table">
          <thead>
            <tr>
              <th scope="col">{messages.fields.post}</th>
              <th scope="col">{messages.fields.person}</th>
              <th scope="col">{messages.fields.phone}</th>
              <th scope="col">{messages.fields.duty}</th>
            </tr>
          </thead>
          <tbody>
            {duties.map(({ post, person, phone, duty }) => (
              <tr key={`${post} ${person} ${duty}`}>
                <td>{post}</td>
                <td>{person ?? '—'}</td>
                <td className="tabular">{phone === null ? '—' : <a href={`tel:${phone}`}>{phone}</a>}</td>
                <td>{duty}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section className="plan-part">
        <h3>{messages.items}</h3>
        <table className="plan-table">
          <thead>
            <tr>
              <th scope="col">{messages.fields.level}</th>
              <th scope="col">{messages.fields.item}</th>
              <th scope="col">{messages.fields.who}</th>
              <th scope="col">{planMessages.due}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ id, level, text, who, withinMinutes }) => (
              <tr key={id}>
                <td>{planMessages.fromLevel(planMessages.levels[level])}</td>
                <td>{text}</td>
                <td>{who}</td>
                <td className="tabular">{planMessages.minutes(withinMinutes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {contacts.length > 0 && (
        <section className="plan-part">
          <h3>{messages.contacts}</h3>
          <ul className="plan-list">
            {contacts.map(({ name, unit, phone }) => (
              <li key={`${name} ${phone}`}>
                {name} <span className="second">{unit}</span> <a href={`tel:${phone}`}>{phone}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="plan-part">
        <h3>{messages.files}</h3>
        {files.length === 0 ? <p className="second">{messages.noFiles}</p> : <Files files={files} />}
      </section>
    </>
  );
}

/** The browser's built-in PDF viewer sends no authorization header, so the address contains a ticket for this file alone. */
function PdfPage({ file }: { readonly file: PlanFile }) {
  const client = useClient();
  const ticket = useQuery({
    queryKey: ['plan-file-ticket', file.id],
    queryFn: () => client.plan.planFileTicket({ body: { id: file.id }, silent: true }),
    gcTime: 0,
  });
  if (ticket.isError) return <LoadFailed error={ticket.error} onRetry={() => void ticket.refetch()} />;
  if (!ticket.data) return <Skeleton active />;
  return <iframe className="plan-file" title={file.name} src={atSite(`${addressOf(file)}?ticket=${ticket.data.ticket}`)} />;
}

const addressOf = ({ id }: PlanFile): string => `/files/plan/${id}`;

function Files({ files }: { readonly files: readonly PlanFile[] }) {
  const messages = usePlanPageMessages();
  const [shown, setShown] = useState<PlanFile | null>(null);
  return (
    <>
      <ul className="plan-list">
        {files.map((file) => (
          <li key={file.id}>
            <Button type="link" size="small" aria-label={messages.showFile(file.name)} onClick={() => setShown(file)}>
              {file.name}
            </Button>
          </li>
        ))}
      </ul>
      {shown && (
        <Modal open width={960} title={shown.name} footer={null} onCancel={() => setShown(null)} destroyOnHidden>
          {shown.mime === 'application/pdf' ? (
            <PdfPage file={shown} />
          ) : (
            <AuthedImage className="plan-file" src={addressOf(shown)} alt={shown.name} />
          )}
        </Modal>
      )}
    </>
  );
}
