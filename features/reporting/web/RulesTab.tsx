// 报送规则: what is owed when, to whom and by which document. Administrators whose grid covers a rule can change it, and confirm it against the
// document.

import { BORDER_LEVELS, covers, type Named } from '@lookout/domain';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { chosen } from '@lookout/web/shared/fields/TextInput.tsx';
import { FormModal } from '@lookout/web/shared/form/FormModal.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { Alert, Button, Form, Select, Switch } from 'antd';
import { useState } from 'react';
import { reportDeadlineText } from '../reporting-message.wire.ts';
import {
  REPORT_DEADLINE_NAMES,
  REPORT_RECIPIENTS,
  type ReportCondition,
  type ReportDeadline,
  type ReportingRule,
  type ReportRecipient,
} from '../reporting-rule.ts';
import { type ReportingMessages, useReportingMessages } from './messages.ts';
import { useDeskGrid } from './own-reports.ts';

const RULES = 'reporting-rules';

/** The numbers of a condition; its other fields state its kind. */
const numbersOf = (condition: ReportCondition): [keyof ReportingMessages['parameters'], number][] =>
  Object.entries(condition).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name as keyof ReportingMessages['parameters'], value] as const] : [],
  ) as [keyof ReportingMessages['parameters'], number][];

const conditionText = (condition: ReportCondition, { conditions }: ReportingMessages): string =>
  // TypeScript cannot infer that the text of a kind takes the condition of that kind.
  (conditions[condition.kind] as (condition: ReportCondition) => string)(condition);

export function RulesTab() {
  const messages = useReportingMessages();
  const client = useClient();
  const query = useCall([RULES], client.reporting.reportingRuleList, {});
  return (
    <QueryResult query={query} isEmpty={(rules) => rules.length === 0} empty={messages.rules.none}>
      {(rules) => (
        <>
          <p className="second">{messages.rules.hint}</p>
          {rules.map((rule) => (
            <RuleCard key={rule.id} rule={rule} />
          ))}
        </>
      )}
    </QueryResult>
  );
}

function RuleCard({ rule }: { readonly rule: Named<ReportingRule> }) {
  const messages = useReportingMessages();
  const language = useLanguage();
  const client = useClient();
  const desk = useDeskGrid();
  const administers = useRight('administer-users');
  const mayChange = administers && desk !== null && covers(desk, rule.gridNo);
  const { isBusy, failed, send } = useSend({ refetch: [RULES], failure: messages.failed });
  const [isEditing, setEditing] = useState(false);
  const { id, condition, deadline, to, escalateAfterMinutes, source, enabled, revision, confirmed, changed } = rule;
  const confirm = () => send(() => client.reporting.confirmReportingRule({ body: { id, revision }, silent: true }));
  const name = conditionText(condition, messages);
  return (
    <section className="reporting-card panel" aria-label={name} data-off={!enabled}>
      <header className="line">
        <h2>{name}</h2>
        <span className="tag">{enabled ? messages.rules.enabled : messages.rules.disabled}</span>
        {confirmed === null && <span className="tag">{messages.unverified}</span>}
      </header>
      <p>
        {messages.rules.deadline}
        {marks().colon}
        {reportDeadlineText(deadline, language)} · {messages.rules.to}
        {marks().colon}
        {messages.recipients[to]} · {messages.rules.escalate}
        {marks().colon}
        {escalateAfterMinutes}
      </p>
      <p className="second">
        {messages.source(source.document, source.line)}
        {source.assumed !== null && marks().brackets(messages.assumed(source.assumed))}
      </p>
      {changed !== null && <p className="second tabular">{messages.rules.changed(changed.by, dayAndMinute(changed.at))}</p>}
      {confirmed !== null && <p className="second tabular">{messages.rules.confirmed(confirmed.by, dayAndMinute(confirmed.at))}</p>}
      {mayChange && (
        <p className="line">
          {confirmed === null && (
            <Button type="primary" loading={isBusy} onClick={() => void confirm()}>
              {messages.rules.confirm}
            </Button>
          )}
          <Button onClick={() => setEditing(true)}>{messages.rules.edit}</Button>
        </p>
      )}
      {failed !== null && <Alert type="error" showIcon role="alert" title={failed} />}
      {isEditing && <RuleForm rule={rule} name={name} onClose={() => setEditing(false)} />}
    </section>
  );
}

interface Typed {
  readonly numbers?: Readonly<Record<string, number>>;
  readonly level?: (typeof BORDER_LEVELS)[number];
  readonly deadline: ReportDeadline;
  readonly to: ReportRecipient;
  readonly escalateAfterMinutes: number;
  readonly enabled: boolean;
}

interface RuleFormProps {
  readonly rule: Named<ReportingRule>;
  readonly name: string;
  readonly onClose: () => void;
}

function RuleForm({ rule, name, onClose }: RuleFormProps) {
  const messages = useReportingMessages();
  const { rules } = messages;
  const language = useLanguage();
  const client = useClient();
  const sending = useSend({ refetch: [RULES], failure: messages.failed });
  const { id, condition, revision, form } = rule;
  const numbers = numbersOf(condition);
  const needed = chosen(rules.needed);
  const save = ({ numbers: typed = {}, level, ...terms }: Typed) =>
    sending.send(async () => {
      // The kind cannot change. The numbers, and the level of a border, are those entered.
      const changed = { ...condition, ...typed, ...(level !== undefined && { level }) } as ReportCondition;
      const body = { ...terms, form, revision, condition: changed };
      await client.reporting.reviseReportingRule({ params: { id }, body, silent: true });
      onClose();
    }, rules.done);
  return (
    <FormModal<Typed>
      width={560}
      title={rules.editTitle(name)}
      initial={{ ...rule, numbers: Object.fromEntries(numbers), ...(condition.kind === 'border' && { level: condition.level }) }}
      sending={sending}
      submit={rules.save}
      onSubmit={save}
      onClose={onClose}
    >
      {condition.kind === 'border' && (
        <Form.Item name="level" label={rules.condition} rules={needed}>
          <Select options={BORDER_LEVELS.map((value) => ({ value, label: messages.noting.border[value] }))} />
        </Form.Item>
      )}
      {numbers.map(([number]) => (
        <Form.Item key={number} name={['numbers', number]} label={messages.parameters[number]} rules={needed}>
          <NumberInput min={0} />
        </Form.Item>
      ))}
      <Form.Item name="deadline" label={rules.deadline} rules={needed}>
        <Select options={REPORT_DEADLINE_NAMES.map((value) => ({ value, label: reportDeadlineText(value, language) }))} />
      </Form.Item>
      <Form.Item name="to" label={rules.to} rules={needed}>
        <Select options={REPORT_RECIPIENTS.map((value) => ({ value, label: messages.recipients[value] }))} />
      </Form.Item>
      <Form.Item name="escalateAfterMinutes" label={rules.escalate} rules={needed}>
        <NumberInput min={1} max={1_440} isWhole />
      </Form.Item>
      <Form.Item name="enabled" label={rules.enabled} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormModal>
  );
}
