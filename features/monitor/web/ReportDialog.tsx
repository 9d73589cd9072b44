// 人员上报: reports a fire at a position on the map. Neither a failed request nor an accidental Esc loses input.

import { CallFailed, type Client } from '@lookout/client';
import { useGlobeRoom } from '@lookout/web/globe/use-globe-room.ts';
import { useFieldMessages } from '@lookout/web/shared/fields/messages.ts';
import { TextArea, TextInput, textRule } from '@lookout/web/shared/fields/TextInput.tsx';
import { newKey } from '@lookout/web/shared/new-key.ts';
import { PhotoPicker } from '@lookout/web/shared/photos/PhotoPicker.tsx';
import { type Photo, uploadPhotos, usePhotos } from '@lookout/web/shared/photos/photos.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { decimalText, dmsText } from '@lookout/web/shared/text/position-text.ts';
import { Alert, App, Button, Form, Modal } from 'antd';
import { useState } from 'react';
import { useMessages } from './messages.ts';

export interface ReportPosition {
  readonly lng: number;
  readonly lat: number;
}

interface Fields {
  readonly description?: string;
  readonly phone?: string;
}

const PHONE = /^[0-9+\-\s]{3,32}$/;

export function ReportDialog({ position, onClose }: { readonly position: ReportPosition; readonly onClose: () => void }) {
  const { report: messages } = useMessages();
  const fieldMessages = useFieldMessages();
  const { message, modal } = App.useApp();
  const client = useClient();
  const room = useGlobeRoom();
  const [form] = Form.useForm<Fields>();
  const { photos, setPhotos, markUploaded } = usePhotos();
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [key] = useState(newKey);

  const send = async ({ description = '', phone = '' }: Fields) => {
    if (sending) return;
    setSending(true);
    setFailed(null);
    const state = room.state();
    const altitudeMetres = state.kind === 'ready' ? state.globe.heightAt(position.lng, position.lat) : null;
    const report = { ...position, altitudeMetres, description: description.trim(), phone: phone.trim() };
    try {
      await sendReport(client, report, photos, key, markUploaded);
      void message.success(messages.sent);
      onClose();
    } catch (error) {
      const fields = error instanceof CallFailed ? error.fields.map((fault) => fault.message).join(marks().semicolon) : '';
      setFailed(fields === '' ? messages.failed : `${messages.failed}${marks().brackets(fields)}`);
    } finally {
      setSending(false);
    }
  };

  const leave = () => {
    const { description = '', phone = '' } = form.getFieldsValue();
    if (description.trim() === '' && phone.trim() === '' && photos.length === 0) return onClose();
    modal.confirm({ title: messages.leaveAsk, okText: messages.leave, cancelText: messages.stay, onOk: onClose });
  };

  return (
    <Modal
      open
      title={messages.title}
      width={520}
      onCancel={leave}
      mask={{ closable: false }}
      footer={
        <Button type="primary" loading={sending} onClick={() => form.submit()}>
          {sending ? messages.sending : messages.send}
        </Button>
      }
    >
      <Form form={form} layout="vertical" onFinish={(fields) => void send(fields)} requiredMark={false}>
        <p className="tabular second report-place">
          {messages.position}
          {marks().colon}
          {decimalText(position)}
          {marks().brackets(dmsText(position))}
        </p>
        <Form.Item
          name="description"
          label={messages.description}
          rules={[{ required: true, whitespace: true, message: messages.needDescription }, textRule(500, fieldMessages)]}
        >
          <TextArea rows={4} most={500} hasRule showCount placeholder={messages.descriptionPlaceholder} />
        </Form.Item>
        <Form.Item name="phone" label={messages.phone} rules={[{ pattern: PHONE, message: messages.badPhone }]}>
          <TextInput placeholder={messages.phonePlaceholder} autoComplete="tel" most={32} />
        </Form.Item>
        <Form.Item label={messages.photos}>
          <PhotoPicker photos={photos} disabled={sending} onChange={setPhotos} />
        </Form.Item>
        {failed && <Alert type="error" showIcon title={failed} role="alert" />}
      </Form>
    </Modal>
  );
}

// Sends a report: photos first, then the report with an idempotency key, so that a retry creates no second alarm.
interface Report {
  readonly lng: number;
  readonly lat: number;
  readonly altitudeMetres: number | null;
  readonly description: string;
  readonly phone: string;
}

/**
 * @param onUploaded called for each uploaded photo, so that a retry skips it
 * @throws CallFailed if a photo or the report was refused
 */
async function sendReport(
  client: Client,
  report: Report,
  photos: readonly Photo[],
  key: string,
  onUploaded: (photoKey: string, uploadId: string) => void,
): Promise<string> {
  const pictures = await uploadPhotos(client, photos, { onUploaded });
  const { id } = await client.alarm.createReport({
    body: {
      longitude: report.lng,
      latitude: report.lat,
      altitude: report.altitudeMetres,
      description: report.description,
      reporterPhone: report.phone === '' ? null : report.phone,
      pictures,
    },
    headers: { 'idempotency-key': key },
  });
  return id;
}
