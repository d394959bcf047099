import type { Server } from '@grpc/grpc-js';

/** The bare gRPC method: bytes in, bytes out, no message type and no work, so that only grpc-js itself is left. */

/** Its path. */
export const echoPath = '/bench.Echo/Echo';

const answers = Buffer.alloc(65_535);

/** A request of so many bytes, at least two, which say how many to answer. */
export const echoRequest = (bytes: number, answerBytes: number): Buffer => {
  const request = Buffer.alloc(bytes);
  request.writeUInt16BE(answerBytes);
  return request;
};

const asItIs = (bytes: Buffer): Buffer => bytes;

/** Adds the method to a server. */
export const addEcho = (server: Server): void => {
  server.addService(
    {
      echo: {
        path: echoPath,
        requestStream: false,
        responseStream: false,
        requestSerialize: asItIs,
        requestDeserialize: asItIs,
        responseSerialize: asItIs,
        responseDeserialize: asItIs,
      },
    },
    {
      echo: (call: { request: Buffer }, callback: (error: null, answer: Buffer) => void) =>
        callback(null, answers.subarray(0, call.request.readUInt16BE())),
    },
  );
};
