// Written by `pnpm run docs` from the schemas of the operations: change those.
import { codePointLength } from '@oracle-gateway/contract/standalone';

export const flatRoundResult = validate10;
const schema11 = {"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"completed","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["feedId","value","valuePacked","timestamp","registryVersion","signaturesRequired","configHash","signersBitmap","s","rx","ryParity","commitmentAddr","fresh"],"properties":{"feedId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"value":{"pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$","type":"string"},"valuePacked":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"timestamp":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"registryVersion":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"signaturesRequired":{"minimum":1,"maximum":255,"type":"integer"},"configHash":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"signersBitmap":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"s":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"rx":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"ryParity":{"minimum":0,"maximum":1,"type":"integer"},"commitmentAddr":{"pattern":"^0x[0-9a-f]{40}$","type":"string"},"fresh":{"type":"boolean"}}}}};
const func2 = Object.prototype.hasOwnProperty;
const pattern0 = /* @__PURE__ */ new RegExp("^0x[0-9a-f]{64}$", "u");
const pattern1 = /* @__PURE__ */ new RegExp("^-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$", "u");
const pattern7 = /* @__PURE__ */ new RegExp("^0x[0-9a-f]{40}$", "u");

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.status === undefined) && (missing0 = "status")) || ((data.data === undefined) && (missing0 = "data"))){
validate10.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "status") || (key0 === "data"))){
validate10.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate10.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("completed" !== data0){
validate10.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((((((((((((((data1.feedId === undefined) && (missing1 = "feedId")) || ((data1.value === undefined) && (missing1 = "value"))) || ((data1.valuePacked === undefined) && (missing1 = "valuePacked"))) || ((data1.timestamp === undefined) && (missing1 = "timestamp"))) || ((data1.registryVersion === undefined) && (missing1 = "registryVersion"))) || ((data1.signaturesRequired === undefined) && (missing1 = "signaturesRequired"))) || ((data1.configHash === undefined) && (missing1 = "configHash"))) || ((data1.signersBitmap === undefined) && (missing1 = "signersBitmap"))) || ((data1.s === undefined) && (missing1 = "s"))) || ((data1.rx === undefined) && (missing1 = "rx"))) || ((data1.ryParity === undefined) && (missing1 = "ryParity"))) || ((data1.commitmentAddr === undefined) && (missing1 = "commitmentAddr"))) || ((data1.fresh === undefined) && (missing1 = "fresh"))){
validate10.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs6 = errors;
for(const key1 in data1){
if(!(func2.call(schema11.properties.data.properties, key1))){
validate10.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs6 === errors){
if(data1.feedId !== undefined){
let data2 = data1.feedId;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
validate10.errors = [{instancePath:instancePath+"/data/feedId",schemaPath:"#/properties/data/properties/feedId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/data/feedId",schemaPath:"#/properties/data/properties/feedId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.value !== undefined){
let data3 = data1.value;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data3 === "string"){
if(!pattern1.test(data3)){
validate10.errors = [{instancePath:instancePath+"/data/value",schemaPath:"#/properties/data/properties/value/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/data/value",schemaPath:"#/properties/data/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.valuePacked !== undefined){
let data4 = data1.valuePacked;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
validate10.errors = [{instancePath:instancePath+"/data/valuePacked",schemaPath:"#/properties/data/properties/valuePacked/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/data/valuePacked",schemaPath:"#/properties/data/properties/valuePacked/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.timestamp !== undefined){
let data5 = data1.timestamp;
const _errs13 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate10.errors = [{instancePath:instancePath+"/data/timestamp",schemaPath:"#/properties/data/properties/timestamp/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs13){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
validate10.errors = [{instancePath:instancePath+"/data/timestamp",schemaPath:"#/properties/data/properties/timestamp/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate10.errors = [{instancePath:instancePath+"/data/timestamp",schemaPath:"#/properties/data/properties/timestamp/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.registryVersion !== undefined){
let data6 = data1.registryVersion;
const _errs15 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate10.errors = [{instancePath:instancePath+"/data/registryVersion",schemaPath:"#/properties/data/properties/registryVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs15){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 9007199254740991 || isNaN(data6)){
validate10.errors = [{instancePath:instancePath+"/data/registryVersion",schemaPath:"#/properties/data/properties/registryVersion/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate10.errors = [{instancePath:instancePath+"/data/registryVersion",schemaPath:"#/properties/data/properties/registryVersion/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs15 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.signaturesRequired !== undefined){
let data7 = data1.signaturesRequired;
const _errs17 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate10.errors = [{instancePath:instancePath+"/data/signaturesRequired",schemaPath:"#/properties/data/properties/signaturesRequired/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs17){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 255 || isNaN(data7)){
validate10.errors = [{instancePath:instancePath+"/data/signaturesRequired",schemaPath:"#/properties/data/properties/signaturesRequired/maximum",keyword:"maximum",params:{},message:"must be <= 255"}];
return false;
}
else {
if(data7 < 1 || isNaN(data7)){
validate10.errors = [{instancePath:instancePath+"/data/signaturesRequired",schemaPath:"#/properties/data/properties/signaturesRequired/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.configHash !== undefined){
let data8 = data1.configHash;
const _errs19 = errors;
if(errors === _errs19){
if(typeof data8 === "string"){
if(!pattern0.test(data8)){
validate10.errors = [{instancePath:instancePath+"/data/configHash",schemaPath:"#/properties/data/properties/configHash/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/data/configHash",schemaPath:"#/properties/data/properties/configHash/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs19 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.signersBitmap !== undefined){
let data9 = data1.signersBitmap;
const _errs21 = errors;
if(errors === _errs21){
if(typeof data9 === "string"){
if(!pattern0.test(data9)){
validate10.errors = [{instancePath:instancePath+"/data/signersBitmap",schemaPath:"#/properties/data/properties/signersBitmap/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/data/signersBitmap",schemaPath:"#/properties/data/properties/signersBitmap/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs21 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.s !== undefined){
let data10 = data1.s;
const _errs23 = errors;
if(errors === _errs23){
if(typeof data10 === "string"){
if(!pattern0.test(data10)){
validate10.errors = [{instancePath:instancePath+"/data/s",schemaPath:"#/properties/data/properties/s/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/data/s",schemaPath:"#/properties/data/properties/s/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs23 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.rx !== undefined){
let data11 = data1.rx;
const _errs25 = errors;
if(errors === _errs25){
if(typeof data11 === "string"){
if(!pattern0.test(data11)){
validate10.errors = [{instancePath:instancePath+"/data/rx",schemaPath:"#/properties/data/properties/rx/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/data/rx",schemaPath:"#/properties/data/properties/rx/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs25 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.ryParity !== undefined){
let data12 = data1.ryParity;
const _errs27 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate10.errors = [{instancePath:instancePath+"/data/ryParity",schemaPath:"#/properties/data/properties/ryParity/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs27){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 1 || isNaN(data12)){
validate10.errors = [{instancePath:instancePath+"/data/ryParity",schemaPath:"#/properties/data/properties/ryParity/maximum",keyword:"maximum",params:{},message:"must be <= 1"}];
return false;
}
else {
if(data12 < 0 || isNaN(data12)){
validate10.errors = [{instancePath:instancePath+"/data/ryParity",schemaPath:"#/properties/data/properties/ryParity/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs27 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.commitmentAddr !== undefined){
let data13 = data1.commitmentAddr;
const _errs29 = errors;
if(errors === _errs29){
if(typeof data13 === "string"){
if(!pattern7.test(data13)){
validate10.errors = [{instancePath:instancePath+"/data/commitmentAddr",schemaPath:"#/properties/data/properties/commitmentAddr/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/data/commitmentAddr",schemaPath:"#/properties/data/properties/commitmentAddr/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs29 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.fresh !== undefined){
const _errs31 = errors;
if(typeof data1.fresh !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/data/fresh",schemaPath:"#/properties/data/properties/fresh/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs31 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate10.errors = vErrors;
return errors === 0;
}

export const nestedRoundResult = validate11;
const schema12 = {"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"completed","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["attestation","value","fresh","configHash"],"properties":{"attestation":{"additionalProperties":false,"type":"object","required":["payload","signature"],"properties":{"payload":{"additionalProperties":false,"type":"object","required":["value","sourceId","registryVersion","signaturesRequired","timestamp"],"properties":{"value":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"sourceId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"registryVersion":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"signaturesRequired":{"minimum":1,"maximum":255,"type":"integer"},"timestamp":{"minimum":0,"maximum":9007199254740991,"type":"integer"}}},"signature":{"additionalProperties":false,"type":"object","required":["signature","commitment","signersBitmap"],"properties":{"signature":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"commitment":{"pattern":"^0x[0-9a-f]{40}$","type":"string"},"signersBitmap":{"pattern":"^0x[0-9a-f]{64}$","type":"string"}}}}},"value":{"pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$","type":"string"},"fresh":{"type":"boolean"},"configHash":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"aggregation":{"additionalProperties":false,"type":"object","required":["mode","rule","maxDeviationBps","maxAgeMs","numeric"],"properties":{"mode":{"const":"tolerance","type":"string"},"rule":{"const":"median","type":"string"},"maxDeviationBps":{"minimum":0,"maximum":10000,"type":"integer"},"maxAgeMs":{"minimum":1,"maximum":3600000,"type":"integer"},"numeric":{"additionalProperties":false,"type":"object","required":["type","decimals"],"properties":{"type":{"const":"int256","type":"string"},"decimals":{"minimum":0,"maximum":36,"type":"integer"}}}}}}}}};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.status === undefined) && (missing0 = "status")) || ((data.data === undefined) && (missing0 = "data"))){
validate11.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "status") || (key0 === "data"))){
validate11.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate11.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("completed" !== data0){
validate11.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((((data1.attestation === undefined) && (missing1 = "attestation")) || ((data1.value === undefined) && (missing1 = "value"))) || ((data1.fresh === undefined) && (missing1 = "fresh"))) || ((data1.configHash === undefined) && (missing1 = "configHash"))){
validate11.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs6 = errors;
for(const key1 in data1){
if(!(((((key1 === "attestation") || (key1 === "value")) || (key1 === "fresh")) || (key1 === "configHash")) || (key1 === "aggregation"))){
validate11.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs6 === errors){
if(data1.attestation !== undefined){
let data2 = data1.attestation;
const _errs7 = errors;
if(errors === _errs7){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing2;
if(((data2.payload === undefined) && (missing2 = "payload")) || ((data2.signature === undefined) && (missing2 = "signature"))){
validate11.errors = [{instancePath:instancePath+"/data/attestation",schemaPath:"#/properties/data/properties/attestation/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs9 = errors;
for(const key2 in data2){
if(!((key2 === "payload") || (key2 === "signature"))){
validate11.errors = [{instancePath:instancePath+"/data/attestation",schemaPath:"#/properties/data/properties/attestation/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:""}];
return false;
break;
}
}
if(_errs9 === errors){
if(data2.payload !== undefined){
let data3 = data2.payload;
const _errs10 = errors;
if(errors === _errs10){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing3;
if((((((data3.value === undefined) && (missing3 = "value")) || ((data3.sourceId === undefined) && (missing3 = "sourceId"))) || ((data3.registryVersion === undefined) && (missing3 = "registryVersion"))) || ((data3.signaturesRequired === undefined) && (missing3 = "signaturesRequired"))) || ((data3.timestamp === undefined) && (missing3 = "timestamp"))){
validate11.errors = [{instancePath:instancePath+"/data/attestation/payload",schemaPath:"#/properties/data/properties/attestation/properties/payload/required",keyword:"required",params:{missingProperty: missing3},message:""}];
return false;
}
else {
const _errs12 = errors;
for(const key3 in data3){
if(!(((((key3 === "value") || (key3 === "sourceId")) || (key3 === "registryVersion")) || (key3 === "signaturesRequired")) || (key3 === "timestamp"))){
validate11.errors = [{instancePath:instancePath+"/data/attestation/payload",schemaPath:"#/properties/data/properties/attestation/properties/payload/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""}];
return false;
break;
}
}
if(_errs12 === errors){
if(data3.value !== undefined){
let data4 = data3.value;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
validate11.errors = [{instancePath:instancePath+"/data/attestation/payload/value",schemaPath:"#/properties/data/properties/attestation/properties/payload/properties/value/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate11.errors = [{instancePath:instancePath+"/data/attestation/payload/value",schemaPath:"#/properties/data/properties/attestation/properties/payload/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs13 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.sourceId !== undefined){
let data5 = data3.sourceId;
const _errs15 = errors;
if(errors === _errs15){
if(typeof data5 === "string"){
if(!pattern0.test(data5)){
validate11.errors = [{instancePath:instancePath+"/data/attestation/payload/sourceId",schemaPath:"#/properties/data/properties/attestation/properties/payload/properties/sourceId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate11.errors = [{instancePath:instancePath+"/data/attestation/payload/sourceId",schemaPath:"#/properties/data/properties/attestation/properties/payload/properties/sourceId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs15 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.registryVersion !== undefined){
let data6 = data3.registryVersion;
const _errs17 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate11.errors = [{instancePath:instancePath+"/data/attestation/payload/registryVersion",schemaPath:"#/properties/data/properties/attestation/properties/payload/properties/registryVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs17){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 9007199254740991 || isNaN(data6)){
validate11.errors = [{instancePath:instancePath+"/data/attestation/payload/registryVersion",schemaPath:"#/properties/data/properties/attestation/properties/payload/properties/registryVersion/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate11.errors = [{instancePath:instancePath+"/data/attestation/payload/registryVersion",schemaPath:"#/properties/data/properties/attestation/properties/payload/properties/registryVersion/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid3 = _errs17 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.signaturesRequired !== undefined){
let data7 = data3.signaturesRequired;
const _errs19 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate11.errors = [{instancePath:instancePath+"/data/attestation/payload/signaturesRequired",schemaPath:"#/properties/data/properties/attestation/properties/payload/properties/signaturesRequired/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs19){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 255 || isNaN(data7)){
validate11.errors = [{instancePath:instancePath+"/data/attestation/payload/signaturesRequired",schemaPath:"#/properties/data/properties/attestation/properties/payload/properties/signaturesRequired/maximum",keyword:"maximum",params:{},message:"must be <= 255"}];
return false;
}
else {
if(data7 < 1 || isNaN(data7)){
validate11.errors = [{instancePath:instancePath+"/data/attestation/payload/signaturesRequired",schemaPath:"#/properties/data/properties/attestation/properties/payload/properties/signaturesRequired/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid3 = _errs19 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.timestamp !== undefined){
let data8 = data3.timestamp;
const _errs21 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate11.errors = [{instancePath:instancePath+"/data/attestation/payload/timestamp",schemaPath:"#/properties/data/properties/attestation/properties/payload/properties/timestamp/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs21){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 9007199254740991 || isNaN(data8)){
validate11.errors = [{instancePath:instancePath+"/data/attestation/payload/timestamp",schemaPath:"#/properties/data/properties/attestation/properties/payload/properties/timestamp/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data8 < 0 || isNaN(data8)){
validate11.errors = [{instancePath:instancePath+"/data/attestation/payload/timestamp",schemaPath:"#/properties/data/properties/attestation/properties/payload/properties/timestamp/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid3 = _errs21 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/data/attestation/payload",schemaPath:"#/properties/data/properties/attestation/properties/payload/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.signature !== undefined){
let data9 = data2.signature;
const _errs23 = errors;
if(errors === _errs23){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing4;
if((((data9.signature === undefined) && (missing4 = "signature")) || ((data9.commitment === undefined) && (missing4 = "commitment"))) || ((data9.signersBitmap === undefined) && (missing4 = "signersBitmap"))){
validate11.errors = [{instancePath:instancePath+"/data/attestation/signature",schemaPath:"#/properties/data/properties/attestation/properties/signature/required",keyword:"required",params:{missingProperty: missing4},message:""}];
return false;
}
else {
const _errs25 = errors;
for(const key4 in data9){
if(!(((key4 === "signature") || (key4 === "commitment")) || (key4 === "signersBitmap"))){
validate11.errors = [{instancePath:instancePath+"/data/attestation/signature",schemaPath:"#/properties/data/properties/attestation/properties/signature/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:""}];
return false;
break;
}
}
if(_errs25 === errors){
if(data9.signature !== undefined){
let data10 = data9.signature;
const _errs26 = errors;
if(errors === _errs26){
if(typeof data10 === "string"){
if(!pattern0.test(data10)){
validate11.errors = [{instancePath:instancePath+"/data/attestation/signature/signature",schemaPath:"#/properties/data/properties/attestation/properties/signature/properties/signature/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate11.errors = [{instancePath:instancePath+"/data/attestation/signature/signature",schemaPath:"#/properties/data/properties/attestation/properties/signature/properties/signature/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs26 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.commitment !== undefined){
let data11 = data9.commitment;
const _errs28 = errors;
if(errors === _errs28){
if(typeof data11 === "string"){
if(!pattern7.test(data11)){
validate11.errors = [{instancePath:instancePath+"/data/attestation/signature/commitment",schemaPath:"#/properties/data/properties/attestation/properties/signature/properties/commitment/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate11.errors = [{instancePath:instancePath+"/data/attestation/signature/commitment",schemaPath:"#/properties/data/properties/attestation/properties/signature/properties/commitment/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs28 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data9.signersBitmap !== undefined){
let data12 = data9.signersBitmap;
const _errs30 = errors;
if(errors === _errs30){
if(typeof data12 === "string"){
if(!pattern0.test(data12)){
validate11.errors = [{instancePath:instancePath+"/data/attestation/signature/signersBitmap",schemaPath:"#/properties/data/properties/attestation/properties/signature/properties/signersBitmap/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate11.errors = [{instancePath:instancePath+"/data/attestation/signature/signersBitmap",schemaPath:"#/properties/data/properties/attestation/properties/signature/properties/signersBitmap/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs30 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/data/attestation/signature",schemaPath:"#/properties/data/properties/attestation/properties/signature/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs23 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/data/attestation",schemaPath:"#/properties/data/properties/attestation/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.value !== undefined){
let data13 = data1.value;
const _errs32 = errors;
if(errors === _errs32){
if(typeof data13 === "string"){
if(!pattern1.test(data13)){
validate11.errors = [{instancePath:instancePath+"/data/value",schemaPath:"#/properties/data/properties/value/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate11.errors = [{instancePath:instancePath+"/data/value",schemaPath:"#/properties/data/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs32 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.fresh !== undefined){
const _errs34 = errors;
if(typeof data1.fresh !== "boolean"){
validate11.errors = [{instancePath:instancePath+"/data/fresh",schemaPath:"#/properties/data/properties/fresh/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs34 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.configHash !== undefined){
let data15 = data1.configHash;
const _errs36 = errors;
if(errors === _errs36){
if(typeof data15 === "string"){
if(!pattern0.test(data15)){
validate11.errors = [{instancePath:instancePath+"/data/configHash",schemaPath:"#/properties/data/properties/configHash/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate11.errors = [{instancePath:instancePath+"/data/configHash",schemaPath:"#/properties/data/properties/configHash/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs36 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.aggregation !== undefined){
let data16 = data1.aggregation;
const _errs38 = errors;
if(errors === _errs38){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
let missing5;
if((((((data16.mode === undefined) && (missing5 = "mode")) || ((data16.rule === undefined) && (missing5 = "rule"))) || ((data16.maxDeviationBps === undefined) && (missing5 = "maxDeviationBps"))) || ((data16.maxAgeMs === undefined) && (missing5 = "maxAgeMs"))) || ((data16.numeric === undefined) && (missing5 = "numeric"))){
validate11.errors = [{instancePath:instancePath+"/data/aggregation",schemaPath:"#/properties/data/properties/aggregation/required",keyword:"required",params:{missingProperty: missing5},message:""}];
return false;
}
else {
const _errs40 = errors;
for(const key5 in data16){
if(!(((((key5 === "mode") || (key5 === "rule")) || (key5 === "maxDeviationBps")) || (key5 === "maxAgeMs")) || (key5 === "numeric"))){
validate11.errors = [{instancePath:instancePath+"/data/aggregation",schemaPath:"#/properties/data/properties/aggregation/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:""}];
return false;
break;
}
}
if(_errs40 === errors){
if(data16.mode !== undefined){
let data17 = data16.mode;
const _errs41 = errors;
if(typeof data17 !== "string"){
validate11.errors = [{instancePath:instancePath+"/data/aggregation/mode",schemaPath:"#/properties/data/properties/aggregation/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("tolerance" !== data17){
validate11.errors = [{instancePath:instancePath+"/data/aggregation/mode",schemaPath:"#/properties/data/properties/aggregation/properties/mode/const",keyword:"const",params:{},message:""}];
return false;
}
var valid5 = _errs41 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data16.rule !== undefined){
let data18 = data16.rule;
const _errs43 = errors;
if(typeof data18 !== "string"){
validate11.errors = [{instancePath:instancePath+"/data/aggregation/rule",schemaPath:"#/properties/data/properties/aggregation/properties/rule/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("median" !== data18){
validate11.errors = [{instancePath:instancePath+"/data/aggregation/rule",schemaPath:"#/properties/data/properties/aggregation/properties/rule/const",keyword:"const",params:{},message:""}];
return false;
}
var valid5 = _errs43 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data16.maxDeviationBps !== undefined){
let data19 = data16.maxDeviationBps;
const _errs45 = errors;
if(!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))){
validate11.errors = [{instancePath:instancePath+"/data/aggregation/maxDeviationBps",schemaPath:"#/properties/data/properties/aggregation/properties/maxDeviationBps/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs45){
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 > 10000 || isNaN(data19)){
validate11.errors = [{instancePath:instancePath+"/data/aggregation/maxDeviationBps",schemaPath:"#/properties/data/properties/aggregation/properties/maxDeviationBps/maximum",keyword:"maximum",params:{},message:"must be <= 10000"}];
return false;
}
else {
if(data19 < 0 || isNaN(data19)){
validate11.errors = [{instancePath:instancePath+"/data/aggregation/maxDeviationBps",schemaPath:"#/properties/data/properties/aggregation/properties/maxDeviationBps/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid5 = _errs45 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data16.maxAgeMs !== undefined){
let data20 = data16.maxAgeMs;
const _errs47 = errors;
if(!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))){
validate11.errors = [{instancePath:instancePath+"/data/aggregation/maxAgeMs",schemaPath:"#/properties/data/properties/aggregation/properties/maxAgeMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs47){
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 3600000 || isNaN(data20)){
validate11.errors = [{instancePath:instancePath+"/data/aggregation/maxAgeMs",schemaPath:"#/properties/data/properties/aggregation/properties/maxAgeMs/maximum",keyword:"maximum",params:{},message:"must be <= 3600000"}];
return false;
}
else {
if(data20 < 1 || isNaN(data20)){
validate11.errors = [{instancePath:instancePath+"/data/aggregation/maxAgeMs",schemaPath:"#/properties/data/properties/aggregation/properties/maxAgeMs/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid5 = _errs47 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data16.numeric !== undefined){
let data21 = data16.numeric;
const _errs49 = errors;
if(errors === _errs49){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
let missing6;
if(((data21.type === undefined) && (missing6 = "type")) || ((data21.decimals === undefined) && (missing6 = "decimals"))){
validate11.errors = [{instancePath:instancePath+"/data/aggregation/numeric",schemaPath:"#/properties/data/properties/aggregation/properties/numeric/required",keyword:"required",params:{missingProperty: missing6},message:""}];
return false;
}
else {
const _errs51 = errors;
for(const key6 in data21){
if(!((key6 === "type") || (key6 === "decimals"))){
validate11.errors = [{instancePath:instancePath+"/data/aggregation/numeric",schemaPath:"#/properties/data/properties/aggregation/properties/numeric/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:""}];
return false;
break;
}
}
if(_errs51 === errors){
if(data21.type !== undefined){
let data22 = data21.type;
const _errs52 = errors;
if(typeof data22 !== "string"){
validate11.errors = [{instancePath:instancePath+"/data/aggregation/numeric/type",schemaPath:"#/properties/data/properties/aggregation/properties/numeric/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("int256" !== data22){
validate11.errors = [{instancePath:instancePath+"/data/aggregation/numeric/type",schemaPath:"#/properties/data/properties/aggregation/properties/numeric/properties/type/const",keyword:"const",params:{},message:""}];
return false;
}
var valid6 = _errs52 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data21.decimals !== undefined){
let data23 = data21.decimals;
const _errs54 = errors;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
validate11.errors = [{instancePath:instancePath+"/data/aggregation/numeric/decimals",schemaPath:"#/properties/data/properties/aggregation/properties/numeric/properties/decimals/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs54){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 36 || isNaN(data23)){
validate11.errors = [{instancePath:instancePath+"/data/aggregation/numeric/decimals",schemaPath:"#/properties/data/properties/aggregation/properties/numeric/properties/decimals/maximum",keyword:"maximum",params:{},message:"must be <= 36"}];
return false;
}
else {
if(data23 < 0 || isNaN(data23)){
validate11.errors = [{instancePath:instancePath+"/data/aggregation/numeric/decimals",schemaPath:"#/properties/data/properties/aggregation/properties/numeric/properties/decimals/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid6 = _errs54 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/data/aggregation/numeric",schemaPath:"#/properties/data/properties/aggregation/properties/numeric/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid5 = _errs49 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/data/aggregation",schemaPath:"#/properties/data/properties/aggregation/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs38 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate11.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate11.errors = vErrors;
return errors === 0;
}

export const roundEvidence = validate12;
const schema13 = {"additionalProperties":false,"type":"object","required":["gateway","feedId","sourceId","signaturesRequired","registryVersion","timestampMs","eligible","gatewayNonce","attempt","fixedAtMs","observations","survivors","signers","value","s","commitment"],"properties":{"gateway":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"feedId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"sourceId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"signaturesRequired":{"minimum":1,"maximum":64,"type":"integer"},"registryVersion":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"timestampMs":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"eligible":{"maxItems":64,"type":"array","items":{"minimum":0,"maximum":63,"type":"integer"}},"gatewayNonce":{"pattern":"^0x[0-9a-f]{32}$","type":"string"},"attempt":{"minimum":0,"maximum":1,"type":"integer"},"fixedAtMs":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"observations":{"maxItems":64,"type":"array","items":{"additionalProperties":false,"type":"object","required":["index","value","observedAtMs","signature"],"properties":{"index":{"minimum":0,"maximum":63,"type":"integer"},"value":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"observedAtMs":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"signature":{"additionalProperties":false,"type":"object","required":["s","commitment"],"properties":{"s":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"commitment":{"pattern":"^0x[0-9a-f]{40}$","type":"string"}}}}}},"survivors":{"maxItems":64,"type":"array","items":{"minimum":0,"maximum":63,"type":"integer"}},"signers":{"maxItems":64,"type":"array","items":{"additionalProperties":false,"type":"object","required":["index","d","e"],"properties":{"index":{"minimum":0,"maximum":63,"type":"integer"},"d":{"pattern":"^0x[0-9a-f]{66}$","type":"string"},"e":{"pattern":"^0x[0-9a-f]{66}$","type":"string"}}}},"value":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"s":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"commitment":{"pattern":"^0x[0-9a-f]{40}$","type":"string"}}};
const pattern15 = /* @__PURE__ */ new RegExp("^[1-9A-HJ-NP-Za-km-z]{32,44}$", "u");
const pattern18 = /* @__PURE__ */ new RegExp("^0x[0-9a-f]{32}$", "u");
const pattern22 = /* @__PURE__ */ new RegExp("^0x[0-9a-f]{66}$", "u");

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((((((((data.gateway === undefined) && (missing0 = "gateway")) || ((data.feedId === undefined) && (missing0 = "feedId"))) || ((data.sourceId === undefined) && (missing0 = "sourceId"))) || ((data.signaturesRequired === undefined) && (missing0 = "signaturesRequired"))) || ((data.registryVersion === undefined) && (missing0 = "registryVersion"))) || ((data.timestampMs === undefined) && (missing0 = "timestampMs"))) || ((data.eligible === undefined) && (missing0 = "eligible"))) || ((data.gatewayNonce === undefined) && (missing0 = "gatewayNonce"))) || ((data.attempt === undefined) && (missing0 = "attempt"))) || ((data.fixedAtMs === undefined) && (missing0 = "fixedAtMs"))) || ((data.observations === undefined) && (missing0 = "observations"))) || ((data.survivors === undefined) && (missing0 = "survivors"))) || ((data.signers === undefined) && (missing0 = "signers"))) || ((data.value === undefined) && (missing0 = "value"))) || ((data.s === undefined) && (missing0 = "s"))) || ((data.commitment === undefined) && (missing0 = "commitment"))){
validate12.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema13.properties, key0))){
validate12.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.gateway !== undefined){
let data0 = data.gateway;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern15.test(data0)){
validate12.errors = [{instancePath:instancePath+"/gateway",schemaPath:"#/properties/gateway/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate12.errors = [{instancePath:instancePath+"/gateway",schemaPath:"#/properties/gateway/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.feedId !== undefined){
let data1 = data.feedId;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate12.errors = [{instancePath:instancePath+"/feedId",schemaPath:"#/properties/feedId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate12.errors = [{instancePath:instancePath+"/feedId",schemaPath:"#/properties/feedId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sourceId !== undefined){
let data2 = data.sourceId;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
validate12.errors = [{instancePath:instancePath+"/sourceId",schemaPath:"#/properties/sourceId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate12.errors = [{instancePath:instancePath+"/sourceId",schemaPath:"#/properties/sourceId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.signaturesRequired !== undefined){
let data3 = data.signaturesRequired;
const _errs8 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate12.errors = [{instancePath:instancePath+"/signaturesRequired",schemaPath:"#/properties/signaturesRequired/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs8){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 64 || isNaN(data3)){
validate12.errors = [{instancePath:instancePath+"/signaturesRequired",schemaPath:"#/properties/signaturesRequired/maximum",keyword:"maximum",params:{},message:"must be <= 64"}];
return false;
}
else {
if(data3 < 1 || isNaN(data3)){
validate12.errors = [{instancePath:instancePath+"/signaturesRequired",schemaPath:"#/properties/signaturesRequired/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.registryVersion !== undefined){
let data4 = data.registryVersion;
const _errs10 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate12.errors = [{instancePath:instancePath+"/registryVersion",schemaPath:"#/properties/registryVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs10){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 9007199254740991 || isNaN(data4)){
validate12.errors = [{instancePath:instancePath+"/registryVersion",schemaPath:"#/properties/registryVersion/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate12.errors = [{instancePath:instancePath+"/registryVersion",schemaPath:"#/properties/registryVersion/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timestampMs !== undefined){
let data5 = data.timestampMs;
const _errs12 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate12.errors = [{instancePath:instancePath+"/timestampMs",schemaPath:"#/properties/timestampMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs12){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
validate12.errors = [{instancePath:instancePath+"/timestampMs",schemaPath:"#/properties/timestampMs/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate12.errors = [{instancePath:instancePath+"/timestampMs",schemaPath:"#/properties/timestampMs/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.eligible !== undefined){
let data6 = data.eligible;
const _errs14 = errors;
if(errors === _errs14){
if(Array.isArray(data6)){
if(data6.length > 64){
validate12.errors = [{instancePath:instancePath+"/eligible",schemaPath:"#/properties/eligible/maxItems",keyword:"maxItems",params:{},message:"must NOT have more than 64 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data6.length;
for(let i0=0; i0<len0; i0++){
let data7 = data6[i0];
const _errs16 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate12.errors = [{instancePath:instancePath+"/eligible/" + i0,schemaPath:"#/properties/eligible/items/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs16){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 63 || isNaN(data7)){
validate12.errors = [{instancePath:instancePath+"/eligible/" + i0,schemaPath:"#/properties/eligible/items/maximum",keyword:"maximum",params:{},message:"must be <= 63"}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate12.errors = [{instancePath:instancePath+"/eligible/" + i0,schemaPath:"#/properties/eligible/items/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs16 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/eligible",schemaPath:"#/properties/eligible/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.gatewayNonce !== undefined){
let data8 = data.gatewayNonce;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data8 === "string"){
if(!pattern18.test(data8)){
validate12.errors = [{instancePath:instancePath+"/gatewayNonce",schemaPath:"#/properties/gatewayNonce/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate12.errors = [{instancePath:instancePath+"/gatewayNonce",schemaPath:"#/properties/gatewayNonce/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.attempt !== undefined){
let data9 = data.attempt;
const _errs20 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate12.errors = [{instancePath:instancePath+"/attempt",schemaPath:"#/properties/attempt/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs20){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 1 || isNaN(data9)){
validate12.errors = [{instancePath:instancePath+"/attempt",schemaPath:"#/properties/attempt/maximum",keyword:"maximum",params:{},message:"must be <= 1"}];
return false;
}
else {
if(data9 < 0 || isNaN(data9)){
validate12.errors = [{instancePath:instancePath+"/attempt",schemaPath:"#/properties/attempt/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.fixedAtMs !== undefined){
let data10 = data.fixedAtMs;
const _errs22 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate12.errors = [{instancePath:instancePath+"/fixedAtMs",schemaPath:"#/properties/fixedAtMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs22){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 9007199254740991 || isNaN(data10)){
validate12.errors = [{instancePath:instancePath+"/fixedAtMs",schemaPath:"#/properties/fixedAtMs/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data10 < 0 || isNaN(data10)){
validate12.errors = [{instancePath:instancePath+"/fixedAtMs",schemaPath:"#/properties/fixedAtMs/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.observations !== undefined){
let data11 = data.observations;
const _errs24 = errors;
if(errors === _errs24){
if(Array.isArray(data11)){
if(data11.length > 64){
validate12.errors = [{instancePath:instancePath+"/observations",schemaPath:"#/properties/observations/maxItems",keyword:"maxItems",params:{},message:"must NOT have more than 64 items"}];
return false;
}
else {
var valid2 = true;
const len1 = data11.length;
for(let i1=0; i1<len1; i1++){
let data12 = data11[i1];
const _errs26 = errors;
if(errors === _errs26){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing1;
if(((((data12.index === undefined) && (missing1 = "index")) || ((data12.value === undefined) && (missing1 = "value"))) || ((data12.observedAtMs === undefined) && (missing1 = "observedAtMs"))) || ((data12.signature === undefined) && (missing1 = "signature"))){
validate12.errors = [{instancePath:instancePath+"/observations/" + i1,schemaPath:"#/properties/observations/items/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs28 = errors;
for(const key1 in data12){
if(!((((key1 === "index") || (key1 === "value")) || (key1 === "observedAtMs")) || (key1 === "signature"))){
validate12.errors = [{instancePath:instancePath+"/observations/" + i1,schemaPath:"#/properties/observations/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs28 === errors){
if(data12.index !== undefined){
let data13 = data12.index;
const _errs29 = errors;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
validate12.errors = [{instancePath:instancePath+"/observations/" + i1+"/index",schemaPath:"#/properties/observations/items/properties/index/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs29){
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 63 || isNaN(data13)){
validate12.errors = [{instancePath:instancePath+"/observations/" + i1+"/index",schemaPath:"#/properties/observations/items/properties/index/maximum",keyword:"maximum",params:{},message:"must be <= 63"}];
return false;
}
else {
if(data13 < 0 || isNaN(data13)){
validate12.errors = [{instancePath:instancePath+"/observations/" + i1+"/index",schemaPath:"#/properties/observations/items/properties/index/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid3 = _errs29 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data12.value !== undefined){
let data14 = data12.value;
const _errs31 = errors;
if(errors === _errs31){
if(typeof data14 === "string"){
if(!pattern0.test(data14)){
validate12.errors = [{instancePath:instancePath+"/observations/" + i1+"/value",schemaPath:"#/properties/observations/items/properties/value/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate12.errors = [{instancePath:instancePath+"/observations/" + i1+"/value",schemaPath:"#/properties/observations/items/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs31 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data12.observedAtMs !== undefined){
let data15 = data12.observedAtMs;
const _errs33 = errors;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
validate12.errors = [{instancePath:instancePath+"/observations/" + i1+"/observedAtMs",schemaPath:"#/properties/observations/items/properties/observedAtMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs33){
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 9007199254740991 || isNaN(data15)){
validate12.errors = [{instancePath:instancePath+"/observations/" + i1+"/observedAtMs",schemaPath:"#/properties/observations/items/properties/observedAtMs/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data15 < 0 || isNaN(data15)){
validate12.errors = [{instancePath:instancePath+"/observations/" + i1+"/observedAtMs",schemaPath:"#/properties/observations/items/properties/observedAtMs/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid3 = _errs33 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data12.signature !== undefined){
let data16 = data12.signature;
const _errs35 = errors;
if(errors === _errs35){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
let missing2;
if(((data16.s === undefined) && (missing2 = "s")) || ((data16.commitment === undefined) && (missing2 = "commitment"))){
validate12.errors = [{instancePath:instancePath+"/observations/" + i1+"/signature",schemaPath:"#/properties/observations/items/properties/signature/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs37 = errors;
for(const key2 in data16){
if(!((key2 === "s") || (key2 === "commitment"))){
validate12.errors = [{instancePath:instancePath+"/observations/" + i1+"/signature",schemaPath:"#/properties/observations/items/properties/signature/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:""}];
return false;
break;
}
}
if(_errs37 === errors){
if(data16.s !== undefined){
let data17 = data16.s;
const _errs38 = errors;
if(errors === _errs38){
if(typeof data17 === "string"){
if(!pattern0.test(data17)){
validate12.errors = [{instancePath:instancePath+"/observations/" + i1+"/signature/s",schemaPath:"#/properties/observations/items/properties/signature/properties/s/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate12.errors = [{instancePath:instancePath+"/observations/" + i1+"/signature/s",schemaPath:"#/properties/observations/items/properties/signature/properties/s/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs38 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data16.commitment !== undefined){
let data18 = data16.commitment;
const _errs40 = errors;
if(errors === _errs40){
if(typeof data18 === "string"){
if(!pattern7.test(data18)){
validate12.errors = [{instancePath:instancePath+"/observations/" + i1+"/signature/commitment",schemaPath:"#/properties/observations/items/properties/signature/properties/commitment/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate12.errors = [{instancePath:instancePath+"/observations/" + i1+"/signature/commitment",schemaPath:"#/properties/observations/items/properties/signature/properties/commitment/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs40 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/observations/" + i1+"/signature",schemaPath:"#/properties/observations/items/properties/signature/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs35 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/observations/" + i1,schemaPath:"#/properties/observations/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs26 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/observations",schemaPath:"#/properties/observations/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.survivors !== undefined){
let data19 = data.survivors;
const _errs42 = errors;
if(errors === _errs42){
if(Array.isArray(data19)){
if(data19.length > 64){
validate12.errors = [{instancePath:instancePath+"/survivors",schemaPath:"#/properties/survivors/maxItems",keyword:"maxItems",params:{},message:"must NOT have more than 64 items"}];
return false;
}
else {
var valid5 = true;
const len2 = data19.length;
for(let i2=0; i2<len2; i2++){
let data20 = data19[i2];
const _errs44 = errors;
if(!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))){
validate12.errors = [{instancePath:instancePath+"/survivors/" + i2,schemaPath:"#/properties/survivors/items/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs44){
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 63 || isNaN(data20)){
validate12.errors = [{instancePath:instancePath+"/survivors/" + i2,schemaPath:"#/properties/survivors/items/maximum",keyword:"maximum",params:{},message:"must be <= 63"}];
return false;
}
else {
if(data20 < 0 || isNaN(data20)){
validate12.errors = [{instancePath:instancePath+"/survivors/" + i2,schemaPath:"#/properties/survivors/items/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid5 = _errs44 === errors;
if(!valid5){
break;
}
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/survivors",schemaPath:"#/properties/survivors/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs42 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.signers !== undefined){
let data21 = data.signers;
const _errs46 = errors;
if(errors === _errs46){
if(Array.isArray(data21)){
if(data21.length > 64){
validate12.errors = [{instancePath:instancePath+"/signers",schemaPath:"#/properties/signers/maxItems",keyword:"maxItems",params:{},message:"must NOT have more than 64 items"}];
return false;
}
else {
var valid6 = true;
const len3 = data21.length;
for(let i3=0; i3<len3; i3++){
let data22 = data21[i3];
const _errs48 = errors;
if(errors === _errs48){
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
let missing3;
if((((data22.index === undefined) && (missing3 = "index")) || ((data22.d === undefined) && (missing3 = "d"))) || ((data22.e === undefined) && (missing3 = "e"))){
validate12.errors = [{instancePath:instancePath+"/signers/" + i3,schemaPath:"#/properties/signers/items/required",keyword:"required",params:{missingProperty: missing3},message:""}];
return false;
}
else {
const _errs50 = errors;
for(const key3 in data22){
if(!(((key3 === "index") || (key3 === "d")) || (key3 === "e"))){
validate12.errors = [{instancePath:instancePath+"/signers/" + i3,schemaPath:"#/properties/signers/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""}];
return false;
break;
}
}
if(_errs50 === errors){
if(data22.index !== undefined){
let data23 = data22.index;
const _errs51 = errors;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
validate12.errors = [{instancePath:instancePath+"/signers/" + i3+"/index",schemaPath:"#/properties/signers/items/properties/index/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs51){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 63 || isNaN(data23)){
validate12.errors = [{instancePath:instancePath+"/signers/" + i3+"/index",schemaPath:"#/properties/signers/items/properties/index/maximum",keyword:"maximum",params:{},message:"must be <= 63"}];
return false;
}
else {
if(data23 < 0 || isNaN(data23)){
validate12.errors = [{instancePath:instancePath+"/signers/" + i3+"/index",schemaPath:"#/properties/signers/items/properties/index/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid7 = _errs51 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data22.d !== undefined){
let data24 = data22.d;
const _errs53 = errors;
if(errors === _errs53){
if(typeof data24 === "string"){
if(!pattern22.test(data24)){
validate12.errors = [{instancePath:instancePath+"/signers/" + i3+"/d",schemaPath:"#/properties/signers/items/properties/d/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate12.errors = [{instancePath:instancePath+"/signers/" + i3+"/d",schemaPath:"#/properties/signers/items/properties/d/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid7 = _errs53 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data22.e !== undefined){
let data25 = data22.e;
const _errs55 = errors;
if(errors === _errs55){
if(typeof data25 === "string"){
if(!pattern22.test(data25)){
validate12.errors = [{instancePath:instancePath+"/signers/" + i3+"/e",schemaPath:"#/properties/signers/items/properties/e/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate12.errors = [{instancePath:instancePath+"/signers/" + i3+"/e",schemaPath:"#/properties/signers/items/properties/e/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid7 = _errs55 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/signers/" + i3,schemaPath:"#/properties/signers/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid6 = _errs48 === errors;
if(!valid6){
break;
}
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/signers",schemaPath:"#/properties/signers/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs46 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.value !== undefined){
let data26 = data.value;
const _errs57 = errors;
if(errors === _errs57){
if(typeof data26 === "string"){
if(!pattern0.test(data26)){
validate12.errors = [{instancePath:instancePath+"/value",schemaPath:"#/properties/value/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate12.errors = [{instancePath:instancePath+"/value",schemaPath:"#/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs57 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.s !== undefined){
let data27 = data.s;
const _errs59 = errors;
if(errors === _errs59){
if(typeof data27 === "string"){
if(!pattern0.test(data27)){
validate12.errors = [{instancePath:instancePath+"/s",schemaPath:"#/properties/s/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate12.errors = [{instancePath:instancePath+"/s",schemaPath:"#/properties/s/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs59 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.commitment !== undefined){
let data28 = data.commitment;
const _errs61 = errors;
if(errors === _errs61){
if(typeof data28 === "string"){
if(!pattern7.test(data28)){
validate12.errors = [{instancePath:instancePath+"/commitment",schemaPath:"#/properties/commitment/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate12.errors = [{instancePath:instancePath+"/commitment",schemaPath:"#/properties/commitment/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs61 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate12.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate12.errors = vErrors;
return errors === 0;
}

export const signInPayload = validate13;
const schema14 = {"additionalProperties":false,"type":"object","required":["domain","address","uri","version","chainId","type","nonce","issuedAt","signature"],"properties":{"domain":{"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$","maxLength":1024,"type":"string"},"address":{"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$","maxLength":1024,"type":"string"},"statement":{"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$","maxLength":1024,"type":"string"},"uri":{"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$","maxLength":1024,"type":"string"},"version":{"const":"1","type":"string"},"chainId":{"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$","maxLength":1024,"type":"string"},"type":{"const":"ed25519","type":"string"},"nonce":{"pattern":"^[A-Za-z0-9]{8,128}$","type":"string"},"issuedAt":{"pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$","type":"string"},"expirationTime":{"pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$","type":"string"},"notBefore":{"pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$","type":"string"},"requestId":{"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$","maxLength":1024,"type":"string"},"resources":{"maxItems":8,"type":"array","items":{"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$","maxLength":1024,"type":"string"}},"signatureScheme":{"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$","maxLength":1024,"type":"string"},"signature":{"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$","maxLength":1024,"type":"string"}}};
const func5 = codePointLength;
const pattern27 = /* @__PURE__ */ new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$", "u");
const pattern32 = /* @__PURE__ */ new RegExp("^[A-Za-z0-9]{8,128}$", "u");
const pattern33 = /* @__PURE__ */ new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$", "u");

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((data.domain === undefined) && (missing0 = "domain")) || ((data.address === undefined) && (missing0 = "address"))) || ((data.uri === undefined) && (missing0 = "uri"))) || ((data.version === undefined) && (missing0 = "version"))) || ((data.chainId === undefined) && (missing0 = "chainId"))) || ((data.type === undefined) && (missing0 = "type"))) || ((data.nonce === undefined) && (missing0 = "nonce"))) || ((data.issuedAt === undefined) && (missing0 = "issuedAt"))) || ((data.signature === undefined) && (missing0 = "signature"))){
validate13.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema14.properties, key0))){
validate13.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.domain !== undefined){
let data0 = data.domain;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func5(data0) > 1024){
validate13.errors = [{instancePath:instancePath+"/domain",schemaPath:"#/properties/domain/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 1024 characters"}];
return false;
}
else {
if(!pattern27.test(data0)){
validate13.errors = [{instancePath:instancePath+"/domain",schemaPath:"#/properties/domain/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/domain",schemaPath:"#/properties/domain/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.address !== undefined){
let data1 = data.address;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func5(data1) > 1024){
validate13.errors = [{instancePath:instancePath+"/address",schemaPath:"#/properties/address/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 1024 characters"}];
return false;
}
else {
if(!pattern27.test(data1)){
validate13.errors = [{instancePath:instancePath+"/address",schemaPath:"#/properties/address/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/address",schemaPath:"#/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.statement !== undefined){
let data2 = data.statement;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func5(data2) > 1024){
validate13.errors = [{instancePath:instancePath+"/statement",schemaPath:"#/properties/statement/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 1024 characters"}];
return false;
}
else {
if(!pattern27.test(data2)){
validate13.errors = [{instancePath:instancePath+"/statement",schemaPath:"#/properties/statement/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/statement",schemaPath:"#/properties/statement/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.uri !== undefined){
let data3 = data.uri;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(func5(data3) > 1024){
validate13.errors = [{instancePath:instancePath+"/uri",schemaPath:"#/properties/uri/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 1024 characters"}];
return false;
}
else {
if(!pattern27.test(data3)){
validate13.errors = [{instancePath:instancePath+"/uri",schemaPath:"#/properties/uri/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/uri",schemaPath:"#/properties/uri/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.version !== undefined){
let data4 = data.version;
const _errs10 = errors;
if(typeof data4 !== "string"){
validate13.errors = [{instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("1" !== data4){
validate13.errors = [{instancePath:instancePath+"/version",schemaPath:"#/properties/version/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.chainId !== undefined){
let data5 = data.chainId;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data5 === "string"){
if(func5(data5) > 1024){
validate13.errors = [{instancePath:instancePath+"/chainId",schemaPath:"#/properties/chainId/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 1024 characters"}];
return false;
}
else {
if(!pattern27.test(data5)){
validate13.errors = [{instancePath:instancePath+"/chainId",schemaPath:"#/properties/chainId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/chainId",schemaPath:"#/properties/chainId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.type !== undefined){
let data6 = data.type;
const _errs14 = errors;
if(typeof data6 !== "string"){
validate13.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("ed25519" !== data6){
validate13.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.nonce !== undefined){
let data7 = data.nonce;
const _errs16 = errors;
if(errors === _errs16){
if(typeof data7 === "string"){
if(!pattern32.test(data7)){
validate13.errors = [{instancePath:instancePath+"/nonce",schemaPath:"#/properties/nonce/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate13.errors = [{instancePath:instancePath+"/nonce",schemaPath:"#/properties/nonce/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.issuedAt !== undefined){
let data8 = data.issuedAt;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data8 === "string"){
if(!pattern33.test(data8)){
validate13.errors = [{instancePath:instancePath+"/issuedAt",schemaPath:"#/properties/issuedAt/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate13.errors = [{instancePath:instancePath+"/issuedAt",schemaPath:"#/properties/issuedAt/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.expirationTime !== undefined){
let data9 = data.expirationTime;
const _errs20 = errors;
if(errors === _errs20){
if(typeof data9 === "string"){
if(!pattern33.test(data9)){
validate13.errors = [{instancePath:instancePath+"/expirationTime",schemaPath:"#/properties/expirationTime/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate13.errors = [{instancePath:instancePath+"/expirationTime",schemaPath:"#/properties/expirationTime/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.notBefore !== undefined){
let data10 = data.notBefore;
const _errs22 = errors;
if(errors === _errs22){
if(typeof data10 === "string"){
if(!pattern33.test(data10)){
validate13.errors = [{instancePath:instancePath+"/notBefore",schemaPath:"#/properties/notBefore/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate13.errors = [{instancePath:instancePath+"/notBefore",schemaPath:"#/properties/notBefore/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.requestId !== undefined){
let data11 = data.requestId;
const _errs24 = errors;
if(errors === _errs24){
if(typeof data11 === "string"){
if(func5(data11) > 1024){
validate13.errors = [{instancePath:instancePath+"/requestId",schemaPath:"#/properties/requestId/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 1024 characters"}];
return false;
}
else {
if(!pattern27.test(data11)){
validate13.errors = [{instancePath:instancePath+"/requestId",schemaPath:"#/properties/requestId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/requestId",schemaPath:"#/properties/requestId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.resources !== undefined){
let data12 = data.resources;
const _errs26 = errors;
if(errors === _errs26){
if(Array.isArray(data12)){
if(data12.length > 8){
validate13.errors = [{instancePath:instancePath+"/resources",schemaPath:"#/properties/resources/maxItems",keyword:"maxItems",params:{},message:"must NOT have more than 8 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data12.length;
for(let i0=0; i0<len0; i0++){
let data13 = data12[i0];
const _errs28 = errors;
if(errors === _errs28){
if(typeof data13 === "string"){
if(func5(data13) > 1024){
validate13.errors = [{instancePath:instancePath+"/resources/" + i0,schemaPath:"#/properties/resources/items/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 1024 characters"}];
return false;
}
else {
if(!pattern27.test(data13)){
validate13.errors = [{instancePath:instancePath+"/resources/" + i0,schemaPath:"#/properties/resources/items/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/resources/" + i0,schemaPath:"#/properties/resources/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs28 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/resources",schemaPath:"#/properties/resources/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.signatureScheme !== undefined){
let data14 = data.signatureScheme;
const _errs30 = errors;
if(errors === _errs30){
if(typeof data14 === "string"){
if(func5(data14) > 1024){
validate13.errors = [{instancePath:instancePath+"/signatureScheme",schemaPath:"#/properties/signatureScheme/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 1024 characters"}];
return false;
}
else {
if(!pattern27.test(data14)){
validate13.errors = [{instancePath:instancePath+"/signatureScheme",schemaPath:"#/properties/signatureScheme/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/signatureScheme",schemaPath:"#/properties/signatureScheme/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs30 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.signature !== undefined){
let data15 = data.signature;
const _errs32 = errors;
if(errors === _errs32){
if(typeof data15 === "string"){
if(func5(data15) > 1024){
validate13.errors = [{instancePath:instancePath+"/signature",schemaPath:"#/properties/signature/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 1024 characters"}];
return false;
}
else {
if(!pattern27.test(data15)){
validate13.errors = [{instancePath:instancePath+"/signature",schemaPath:"#/properties/signature/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/signature",schemaPath:"#/properties/signature/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs32 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate13.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate13.errors = vErrors;
return errors === 0;
}

export const executeRoundRequest = validate14;
const schema15 = {"additionalProperties":false,"type":"object","required":["subscriptionOwner","consumerAuthority","signaturesRequired","timestamp","registryVersion","apiConfig"],"properties":{"subscriptionOwner":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"consumerAuthority":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"signaturesRequired":{"minimum":1,"maximum":255,"type":"integer"},"timestamp":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"registryVersion":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"authSig":{"type":["string","null"]},"authTimestamp":{},"apiConfig":{"additionalProperties":false,"type":"object","required":["url","method"],"properties":{"url":{"maxLength":2048,"type":"string"},"method":{"enum":["GET","POST","PUT","PATCH","DELETE","HEAD","OPTIONS"]},"headers":{"type":"object","patternProperties":{"^(.*)$":{"type":"string"}}},"responseParser":{"maxLength":512,"type":"string"},"valueTransform":{"maxLength":256,"type":"string"},"aggregation":{"additionalProperties":false,"type":"object","required":["mode","rule","maxDeviationBps","maxAgeMs","numeric"],"properties":{"mode":{"const":"tolerance","type":"string"},"rule":{"const":"median","type":"string"},"maxDeviationBps":{"minimum":0,"maximum":10000,"type":"integer"},"maxAgeMs":{"minimum":1,"maximum":3600000,"type":"integer"},"numeric":{"additionalProperties":false,"type":"object","required":["type","decimals"],"properties":{"type":{"const":"int256","type":"string"},"decimals":{"minimum":0,"maximum":36,"type":"integer"}}}}}}},"encKeyBundle":{"additionalProperties":false,"type":["object","null"],"required":["ephemeralPub","nonceSym","ciphertext","envelopes"],"properties":{"ephemeralPub":{"pattern":"^(0x)?([0-9a-fA-F]{2}){32,32}$","type":"string"},"nonceSym":{"pattern":"^(0x)?([0-9a-fA-F]{2}){12,12}$","type":"string"},"ciphertext":{"pattern":"^(0x)?([0-9a-fA-F]{2}){16,8208}$","type":"string"},"envelopes":{"additionalProperties":false,"maxProperties":64,"type":"object","patternProperties":{"^(0|[1-9][0-9]?)$":{"pattern":"^(0x)?([0-9a-fA-F]{2}){48,48}$","type":"string"}}}}}}};
const pattern42 = /* @__PURE__ */ new RegExp("^(.*)$", "u");
const pattern43 = /* @__PURE__ */ new RegExp("^(0x)?([0-9a-fA-F]{2}){32,32}$", "u");
const pattern44 = /* @__PURE__ */ new RegExp("^(0x)?([0-9a-fA-F]{2}){12,12}$", "u");
const pattern45 = /* @__PURE__ */ new RegExp("^(0x)?([0-9a-fA-F]{2}){16,8208}$", "u");
const pattern46 = /* @__PURE__ */ new RegExp("^(0|[1-9][0-9]?)$", "u");
const pattern48 = /* @__PURE__ */ new RegExp("^(0x)?([0-9a-fA-F]{2}){48,48}$", "u");

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.subscriptionOwner === undefined) && (missing0 = "subscriptionOwner")) || ((data.consumerAuthority === undefined) && (missing0 = "consumerAuthority"))) || ((data.signaturesRequired === undefined) && (missing0 = "signaturesRequired"))) || ((data.timestamp === undefined) && (missing0 = "timestamp"))) || ((data.registryVersion === undefined) && (missing0 = "registryVersion"))) || ((data.apiConfig === undefined) && (missing0 = "apiConfig"))){
validate14.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema15.properties, key0))){
validate14.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.subscriptionOwner !== undefined){
let data0 = data.subscriptionOwner;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern15.test(data0)){
validate14.errors = [{instancePath:instancePath+"/subscriptionOwner",schemaPath:"#/properties/subscriptionOwner/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate14.errors = [{instancePath:instancePath+"/subscriptionOwner",schemaPath:"#/properties/subscriptionOwner/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.consumerAuthority !== undefined){
let data1 = data.consumerAuthority;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern15.test(data1)){
validate14.errors = [{instancePath:instancePath+"/consumerAuthority",schemaPath:"#/properties/consumerAuthority/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate14.errors = [{instancePath:instancePath+"/consumerAuthority",schemaPath:"#/properties/consumerAuthority/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.signaturesRequired !== undefined){
let data2 = data.signaturesRequired;
const _errs6 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate14.errors = [{instancePath:instancePath+"/signaturesRequired",schemaPath:"#/properties/signaturesRequired/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs6){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 255 || isNaN(data2)){
validate14.errors = [{instancePath:instancePath+"/signaturesRequired",schemaPath:"#/properties/signaturesRequired/maximum",keyword:"maximum",params:{},message:"must be <= 255"}];
return false;
}
else {
if(data2 < 1 || isNaN(data2)){
validate14.errors = [{instancePath:instancePath+"/signaturesRequired",schemaPath:"#/properties/signaturesRequired/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timestamp !== undefined){
let data3 = data.timestamp;
const _errs8 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate14.errors = [{instancePath:instancePath+"/timestamp",schemaPath:"#/properties/timestamp/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs8){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 9007199254740991 || isNaN(data3)){
validate14.errors = [{instancePath:instancePath+"/timestamp",schemaPath:"#/properties/timestamp/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data3 < 0 || isNaN(data3)){
validate14.errors = [{instancePath:instancePath+"/timestamp",schemaPath:"#/properties/timestamp/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.registryVersion !== undefined){
let data4 = data.registryVersion;
const _errs10 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate14.errors = [{instancePath:instancePath+"/registryVersion",schemaPath:"#/properties/registryVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs10){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 9007199254740991 || isNaN(data4)){
validate14.errors = [{instancePath:instancePath+"/registryVersion",schemaPath:"#/properties/registryVersion/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate14.errors = [{instancePath:instancePath+"/registryVersion",schemaPath:"#/properties/registryVersion/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.authSig !== undefined){
let data5 = data.authSig;
const _errs12 = errors;
if((typeof data5 !== "string") && (data5 !== null)){
validate14.errors = [{instancePath:instancePath+"/authSig",schemaPath:"#/properties/authSig/type",keyword:"type",params:{type: schema15.properties.authSig.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.apiConfig !== undefined){
let data6 = data.apiConfig;
const _errs14 = errors;
if(errors === _errs14){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing1;
if(((data6.url === undefined) && (missing1 = "url")) || ((data6.method === undefined) && (missing1 = "method"))){
validate14.errors = [{instancePath:instancePath+"/apiConfig",schemaPath:"#/properties/apiConfig/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs16 = errors;
for(const key1 in data6){
if(!((((((key1 === "url") || (key1 === "method")) || (key1 === "headers")) || (key1 === "responseParser")) || (key1 === "valueTransform")) || (key1 === "aggregation"))){
validate14.errors = [{instancePath:instancePath+"/apiConfig",schemaPath:"#/properties/apiConfig/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs16 === errors){
if(data6.url !== undefined){
let data7 = data6.url;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data7 === "string"){
if(func5(data7) > 2048){
validate14.errors = [{instancePath:instancePath+"/apiConfig/url",schemaPath:"#/properties/apiConfig/properties/url/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 2048 characters"}];
return false;
}
}
else {
validate14.errors = [{instancePath:instancePath+"/apiConfig/url",schemaPath:"#/properties/apiConfig/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data6.method !== undefined){
let data8 = data6.method;
const _errs19 = errors;
if(!(((((((data8 === "GET") || (data8 === "POST")) || (data8 === "PUT")) || (data8 === "PATCH")) || (data8 === "DELETE")) || (data8 === "HEAD")) || (data8 === "OPTIONS"))){
validate14.errors = [{instancePath:instancePath+"/apiConfig/method",schemaPath:"#/properties/apiConfig/properties/method/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid1 = _errs19 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data6.headers !== undefined){
let data9 = data6.headers;
const _errs20 = errors;
if(errors === _errs20){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
var valid2 = true;
for(const key2 in data9){
if(pattern42.test(key2)){
const _errs22 = errors;
if(typeof data9[key2] !== "string"){
validate14.errors = [{instancePath:instancePath+"/apiConfig/headers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/apiConfig/properties/headers/patternProperties/%5E(.*)%24/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs22 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/apiConfig/headers",schemaPath:"#/properties/apiConfig/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs20 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data6.responseParser !== undefined){
let data11 = data6.responseParser;
const _errs24 = errors;
if(errors === _errs24){
if(typeof data11 === "string"){
if(func5(data11) > 512){
validate14.errors = [{instancePath:instancePath+"/apiConfig/responseParser",schemaPath:"#/properties/apiConfig/properties/responseParser/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 512 characters"}];
return false;
}
}
else {
validate14.errors = [{instancePath:instancePath+"/apiConfig/responseParser",schemaPath:"#/properties/apiConfig/properties/responseParser/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs24 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data6.valueTransform !== undefined){
let data12 = data6.valueTransform;
const _errs26 = errors;
if(errors === _errs26){
if(typeof data12 === "string"){
if(func5(data12) > 256){
validate14.errors = [{instancePath:instancePath+"/apiConfig/valueTransform",schemaPath:"#/properties/apiConfig/properties/valueTransform/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 256 characters"}];
return false;
}
}
else {
validate14.errors = [{instancePath:instancePath+"/apiConfig/valueTransform",schemaPath:"#/properties/apiConfig/properties/valueTransform/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs26 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data6.aggregation !== undefined){
let data13 = data6.aggregation;
const _errs28 = errors;
if(errors === _errs28){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
let missing2;
if((((((data13.mode === undefined) && (missing2 = "mode")) || ((data13.rule === undefined) && (missing2 = "rule"))) || ((data13.maxDeviationBps === undefined) && (missing2 = "maxDeviationBps"))) || ((data13.maxAgeMs === undefined) && (missing2 = "maxAgeMs"))) || ((data13.numeric === undefined) && (missing2 = "numeric"))){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation",schemaPath:"#/properties/apiConfig/properties/aggregation/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs30 = errors;
for(const key3 in data13){
if(!(((((key3 === "mode") || (key3 === "rule")) || (key3 === "maxDeviationBps")) || (key3 === "maxAgeMs")) || (key3 === "numeric"))){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation",schemaPath:"#/properties/apiConfig/properties/aggregation/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""}];
return false;
break;
}
}
if(_errs30 === errors){
if(data13.mode !== undefined){
let data14 = data13.mode;
const _errs31 = errors;
if(typeof data14 !== "string"){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation/mode",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("tolerance" !== data14){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation/mode",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/mode/const",keyword:"const",params:{},message:""}];
return false;
}
var valid3 = _errs31 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.rule !== undefined){
let data15 = data13.rule;
const _errs33 = errors;
if(typeof data15 !== "string"){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation/rule",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/rule/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("median" !== data15){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation/rule",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/rule/const",keyword:"const",params:{},message:""}];
return false;
}
var valid3 = _errs33 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.maxDeviationBps !== undefined){
let data16 = data13.maxDeviationBps;
const _errs35 = errors;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxDeviationBps",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxDeviationBps/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs35){
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 10000 || isNaN(data16)){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxDeviationBps",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxDeviationBps/maximum",keyword:"maximum",params:{},message:"must be <= 10000"}];
return false;
}
else {
if(data16 < 0 || isNaN(data16)){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxDeviationBps",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxDeviationBps/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid3 = _errs35 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.maxAgeMs !== undefined){
let data17 = data13.maxAgeMs;
const _errs37 = errors;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxAgeMs",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxAgeMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs37){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 3600000 || isNaN(data17)){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxAgeMs",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxAgeMs/maximum",keyword:"maximum",params:{},message:"must be <= 3600000"}];
return false;
}
else {
if(data17 < 1 || isNaN(data17)){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxAgeMs",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxAgeMs/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid3 = _errs37 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.numeric !== undefined){
let data18 = data13.numeric;
const _errs39 = errors;
if(errors === _errs39){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
let missing3;
if(((data18.type === undefined) && (missing3 = "type")) || ((data18.decimals === undefined) && (missing3 = "decimals"))){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/required",keyword:"required",params:{missingProperty: missing3},message:""}];
return false;
}
else {
const _errs41 = errors;
for(const key4 in data18){
if(!((key4 === "type") || (key4 === "decimals"))){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:""}];
return false;
break;
}
}
if(_errs41 === errors){
if(data18.type !== undefined){
let data19 = data18.type;
const _errs42 = errors;
if(typeof data19 !== "string"){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/type",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("int256" !== data19){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/type",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/type/const",keyword:"const",params:{},message:""}];
return false;
}
var valid4 = _errs42 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data18.decimals !== undefined){
let data20 = data18.decimals;
const _errs44 = errors;
if(!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/decimals",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/decimals/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs44){
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 36 || isNaN(data20)){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/decimals",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/decimals/maximum",keyword:"maximum",params:{},message:"must be <= 36"}];
return false;
}
else {
if(data20 < 0 || isNaN(data20)){
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/decimals",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/decimals/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid4 = _errs44 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs39 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/apiConfig/aggregation",schemaPath:"#/properties/apiConfig/properties/aggregation/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs28 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/apiConfig",schemaPath:"#/properties/apiConfig/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.encKeyBundle !== undefined){
let data21 = data.encKeyBundle;
const _errs46 = errors;
if((!(data21 && typeof data21 == "object" && !Array.isArray(data21))) && (data21 !== null)){
validate14.errors = [{instancePath:instancePath+"/encKeyBundle",schemaPath:"#/properties/encKeyBundle/type",keyword:"type",params:{type: schema15.properties.encKeyBundle.type},message:"must be object,null"}];
return false;
}
if(errors === _errs46){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
let missing4;
if(((((data21.ephemeralPub === undefined) && (missing4 = "ephemeralPub")) || ((data21.nonceSym === undefined) && (missing4 = "nonceSym"))) || ((data21.ciphertext === undefined) && (missing4 = "ciphertext"))) || ((data21.envelopes === undefined) && (missing4 = "envelopes"))){
validate14.errors = [{instancePath:instancePath+"/encKeyBundle",schemaPath:"#/properties/encKeyBundle/required",keyword:"required",params:{missingProperty: missing4},message:""}];
return false;
}
else {
const _errs48 = errors;
for(const key5 in data21){
if(!((((key5 === "ephemeralPub") || (key5 === "nonceSym")) || (key5 === "ciphertext")) || (key5 === "envelopes"))){
validate14.errors = [{instancePath:instancePath+"/encKeyBundle",schemaPath:"#/properties/encKeyBundle/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:""}];
return false;
break;
}
}
if(_errs48 === errors){
if(data21.ephemeralPub !== undefined){
let data22 = data21.ephemeralPub;
const _errs49 = errors;
if(errors === _errs49){
if(typeof data22 === "string"){
if(!pattern43.test(data22)){
validate14.errors = [{instancePath:instancePath+"/encKeyBundle/ephemeralPub",schemaPath:"#/properties/encKeyBundle/properties/ephemeralPub/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate14.errors = [{instancePath:instancePath+"/encKeyBundle/ephemeralPub",schemaPath:"#/properties/encKeyBundle/properties/ephemeralPub/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs49 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data21.nonceSym !== undefined){
let data23 = data21.nonceSym;
const _errs51 = errors;
if(errors === _errs51){
if(typeof data23 === "string"){
if(!pattern44.test(data23)){
validate14.errors = [{instancePath:instancePath+"/encKeyBundle/nonceSym",schemaPath:"#/properties/encKeyBundle/properties/nonceSym/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate14.errors = [{instancePath:instancePath+"/encKeyBundle/nonceSym",schemaPath:"#/properties/encKeyBundle/properties/nonceSym/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs51 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data21.ciphertext !== undefined){
let data24 = data21.ciphertext;
const _errs53 = errors;
if(errors === _errs53){
if(typeof data24 === "string"){
if(!pattern45.test(data24)){
validate14.errors = [{instancePath:instancePath+"/encKeyBundle/ciphertext",schemaPath:"#/properties/encKeyBundle/properties/ciphertext/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate14.errors = [{instancePath:instancePath+"/encKeyBundle/ciphertext",schemaPath:"#/properties/encKeyBundle/properties/ciphertext/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs53 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data21.envelopes !== undefined){
let data25 = data21.envelopes;
const _errs55 = errors;
if(errors === _errs55){
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(Object.keys(data25).length > 64){
validate14.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes",schemaPath:"#/properties/encKeyBundle/properties/envelopes/maxProperties",keyword:"maxProperties",params:{},message:"must NOT have more than 64 properties"}];
return false;
}
else {
const _errs57 = errors;
for(const key6 in data25){
if(!(pattern46.test(key6))){
validate14.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes",schemaPath:"#/properties/encKeyBundle/properties/envelopes/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:""}];
return false;
break;
}
}
if(_errs57 === errors){
var valid6 = true;
for(const key7 in data25){
if(pattern46.test(key7)){
let data26 = data25[key7];
const _errs58 = errors;
if(errors === _errs58){
if(typeof data26 === "string"){
if(!pattern48.test(data26)){
validate14.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/encKeyBundle/properties/envelopes/patternProperties/%5E(0%7C%5B1-9%5D%5B0-9%5D%3F)%24/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate14.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/encKeyBundle/properties/envelopes/patternProperties/%5E(0%7C%5B1-9%5D%5B0-9%5D%3F)%24/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid6 = _errs58 === errors;
if(!valid6){
break;
}
}
}
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes",schemaPath:"#/properties/encKeyBundle/properties/envelopes/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid5 = _errs55 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
}
}
var valid0 = _errs46 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate14.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate14.errors = vErrors;
return errors === 0;
}

export const getSubscriptionStatusQuery = validate15;
const schema16 = {"additionalProperties":false,"type":"object","properties":{"consumerAuthority":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"signaturesRequired":{"minimum":1,"maximum":255,"type":"integer"}}};

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "consumerAuthority") || (key0 === "signaturesRequired"))){
validate15.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.consumerAuthority !== undefined){
let data0 = data.consumerAuthority;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern15.test(data0)){
validate15.errors = [{instancePath:instancePath+"/consumerAuthority",schemaPath:"#/properties/consumerAuthority/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate15.errors = [{instancePath:instancePath+"/consumerAuthority",schemaPath:"#/properties/consumerAuthority/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.signaturesRequired !== undefined){
let data1 = data.signaturesRequired;
const _errs4 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate15.errors = [{instancePath:instancePath+"/signaturesRequired",schemaPath:"#/properties/signaturesRequired/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs4){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 255 || isNaN(data1)){
validate15.errors = [{instancePath:instancePath+"/signaturesRequired",schemaPath:"#/properties/signaturesRequired/maximum",keyword:"maximum",params:{},message:"must be <= 255"}];
return false;
}
else {
if(data1 < 1 || isNaN(data1)){
validate15.errors = [{instancePath:instancePath+"/signaturesRequired",schemaPath:"#/properties/signaturesRequired/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate15.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate15.errors = vErrors;
return errors === 0;
}

export const getSubscriptionRoundsQuery = validate16;
const schema17 = {"additionalProperties":false,"type":"object","properties":{"limit":{"minimum":1,"maximum":100,"type":"integer"},"before":{"pattern":"^[0-9A-Za-z:._-]{1,128}$","type":"string"},"consumerAuthority":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"}}};
const pattern50 = /* @__PURE__ */ new RegExp("^[0-9A-Za-z:._-]{1,128}$", "u");

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "limit") || (key0 === "before")) || (key0 === "consumerAuthority"))){
validate16.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.limit !== undefined){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate16.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate16.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{},message:"must be <= 100"}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate16.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.before !== undefined){
let data1 = data.before;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern50.test(data1)){
validate16.errors = [{instancePath:instancePath+"/before",schemaPath:"#/properties/before/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate16.errors = [{instancePath:instancePath+"/before",schemaPath:"#/properties/before/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.consumerAuthority !== undefined){
let data2 = data.consumerAuthority;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(!pattern15.test(data2)){
validate16.errors = [{instancePath:instancePath+"/consumerAuthority",schemaPath:"#/properties/consumerAuthority/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate16.errors = [{instancePath:instancePath+"/consumerAuthority",schemaPath:"#/properties/consumerAuthority/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate16.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate16.errors = vErrors;
return errors === 0;
}

export const executeAgentRoundRequest = validate17;
const schema18 = {"additionalProperties":false,"type":"object","required":["payer","canonical_timestamp","signatures_required","amount","registry_version","apiConfig"],"properties":{"payer":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"canonical_timestamp":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"signatures_required":{"minimum":1,"maximum":255,"type":"integer"},"amount":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"registry_version":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"agent_request_auth_sig":{"type":["string","null"]},"apiConfig":{"additionalProperties":false,"type":"object","required":["url","method"],"properties":{"url":{"maxLength":2048,"type":"string"},"method":{"enum":["GET","POST","PUT","PATCH","DELETE","HEAD","OPTIONS"]},"headers":{"type":"object","patternProperties":{"^(.*)$":{"type":"string"}}},"responseParser":{"maxLength":512,"type":"string"},"valueTransform":{"maxLength":256,"type":"string"},"aggregation":{"additionalProperties":false,"type":"object","required":["mode","rule","maxDeviationBps","maxAgeMs","numeric"],"properties":{"mode":{"const":"tolerance","type":"string"},"rule":{"const":"median","type":"string"},"maxDeviationBps":{"minimum":0,"maximum":10000,"type":"integer"},"maxAgeMs":{"minimum":1,"maximum":3600000,"type":"integer"},"numeric":{"additionalProperties":false,"type":"object","required":["type","decimals"],"properties":{"type":{"const":"int256","type":"string"},"decimals":{"minimum":0,"maximum":36,"type":"integer"}}}}}}},"encKeyBundle":{"additionalProperties":false,"type":["object","null"],"required":["ephemeralPub","nonceSym","ciphertext","envelopes"],"properties":{"ephemeralPub":{"pattern":"^(0x)?([0-9a-fA-F]{2}){32,32}$","type":"string"},"nonceSym":{"pattern":"^(0x)?([0-9a-fA-F]{2}){12,12}$","type":"string"},"ciphertext":{"pattern":"^(0x)?([0-9a-fA-F]{2}){16,8208}$","type":"string"},"envelopes":{"additionalProperties":false,"maxProperties":64,"type":"object","patternProperties":{"^(0|[1-9][0-9]?)$":{"pattern":"^(0x)?([0-9a-fA-F]{2}){48,48}$","type":"string"}}}}}}};

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.payer === undefined) && (missing0 = "payer")) || ((data.canonical_timestamp === undefined) && (missing0 = "canonical_timestamp"))) || ((data.signatures_required === undefined) && (missing0 = "signatures_required"))) || ((data.amount === undefined) && (missing0 = "amount"))) || ((data.registry_version === undefined) && (missing0 = "registry_version"))) || ((data.apiConfig === undefined) && (missing0 = "apiConfig"))){
validate17.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "payer") || (key0 === "canonical_timestamp")) || (key0 === "signatures_required")) || (key0 === "amount")) || (key0 === "registry_version")) || (key0 === "agent_request_auth_sig")) || (key0 === "apiConfig")) || (key0 === "encKeyBundle"))){
validate17.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.payer !== undefined){
let data0 = data.payer;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern15.test(data0)){
validate17.errors = [{instancePath:instancePath+"/payer",schemaPath:"#/properties/payer/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate17.errors = [{instancePath:instancePath+"/payer",schemaPath:"#/properties/payer/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.canonical_timestamp !== undefined){
let data1 = data.canonical_timestamp;
const _errs4 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate17.errors = [{instancePath:instancePath+"/canonical_timestamp",schemaPath:"#/properties/canonical_timestamp/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs4){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 9007199254740991 || isNaN(data1)){
validate17.errors = [{instancePath:instancePath+"/canonical_timestamp",schemaPath:"#/properties/canonical_timestamp/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate17.errors = [{instancePath:instancePath+"/canonical_timestamp",schemaPath:"#/properties/canonical_timestamp/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.signatures_required !== undefined){
let data2 = data.signatures_required;
const _errs6 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate17.errors = [{instancePath:instancePath+"/signatures_required",schemaPath:"#/properties/signatures_required/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs6){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 255 || isNaN(data2)){
validate17.errors = [{instancePath:instancePath+"/signatures_required",schemaPath:"#/properties/signatures_required/maximum",keyword:"maximum",params:{},message:"must be <= 255"}];
return false;
}
else {
if(data2 < 1 || isNaN(data2)){
validate17.errors = [{instancePath:instancePath+"/signatures_required",schemaPath:"#/properties/signatures_required/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.amount !== undefined){
let data3 = data.amount;
const _errs8 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate17.errors = [{instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs8){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 9007199254740991 || isNaN(data3)){
validate17.errors = [{instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data3 < 0 || isNaN(data3)){
validate17.errors = [{instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.registry_version !== undefined){
let data4 = data.registry_version;
const _errs10 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate17.errors = [{instancePath:instancePath+"/registry_version",schemaPath:"#/properties/registry_version/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs10){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 9007199254740991 || isNaN(data4)){
validate17.errors = [{instancePath:instancePath+"/registry_version",schemaPath:"#/properties/registry_version/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate17.errors = [{instancePath:instancePath+"/registry_version",schemaPath:"#/properties/registry_version/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.agent_request_auth_sig !== undefined){
let data5 = data.agent_request_auth_sig;
const _errs12 = errors;
if((typeof data5 !== "string") && (data5 !== null)){
validate17.errors = [{instancePath:instancePath+"/agent_request_auth_sig",schemaPath:"#/properties/agent_request_auth_sig/type",keyword:"type",params:{type: schema18.properties.agent_request_auth_sig.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.apiConfig !== undefined){
let data6 = data.apiConfig;
const _errs14 = errors;
if(errors === _errs14){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing1;
if(((data6.url === undefined) && (missing1 = "url")) || ((data6.method === undefined) && (missing1 = "method"))){
validate17.errors = [{instancePath:instancePath+"/apiConfig",schemaPath:"#/properties/apiConfig/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs16 = errors;
for(const key1 in data6){
if(!((((((key1 === "url") || (key1 === "method")) || (key1 === "headers")) || (key1 === "responseParser")) || (key1 === "valueTransform")) || (key1 === "aggregation"))){
validate17.errors = [{instancePath:instancePath+"/apiConfig",schemaPath:"#/properties/apiConfig/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs16 === errors){
if(data6.url !== undefined){
let data7 = data6.url;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data7 === "string"){
if(func5(data7) > 2048){
validate17.errors = [{instancePath:instancePath+"/apiConfig/url",schemaPath:"#/properties/apiConfig/properties/url/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 2048 characters"}];
return false;
}
}
else {
validate17.errors = [{instancePath:instancePath+"/apiConfig/url",schemaPath:"#/properties/apiConfig/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data6.method !== undefined){
let data8 = data6.method;
const _errs19 = errors;
if(!(((((((data8 === "GET") || (data8 === "POST")) || (data8 === "PUT")) || (data8 === "PATCH")) || (data8 === "DELETE")) || (data8 === "HEAD")) || (data8 === "OPTIONS"))){
validate17.errors = [{instancePath:instancePath+"/apiConfig/method",schemaPath:"#/properties/apiConfig/properties/method/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid1 = _errs19 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data6.headers !== undefined){
let data9 = data6.headers;
const _errs20 = errors;
if(errors === _errs20){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
var valid2 = true;
for(const key2 in data9){
if(pattern42.test(key2)){
const _errs22 = errors;
if(typeof data9[key2] !== "string"){
validate17.errors = [{instancePath:instancePath+"/apiConfig/headers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/apiConfig/properties/headers/patternProperties/%5E(.*)%24/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs22 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/apiConfig/headers",schemaPath:"#/properties/apiConfig/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs20 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data6.responseParser !== undefined){
let data11 = data6.responseParser;
const _errs24 = errors;
if(errors === _errs24){
if(typeof data11 === "string"){
if(func5(data11) > 512){
validate17.errors = [{instancePath:instancePath+"/apiConfig/responseParser",schemaPath:"#/properties/apiConfig/properties/responseParser/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 512 characters"}];
return false;
}
}
else {
validate17.errors = [{instancePath:instancePath+"/apiConfig/responseParser",schemaPath:"#/properties/apiConfig/properties/responseParser/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs24 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data6.valueTransform !== undefined){
let data12 = data6.valueTransform;
const _errs26 = errors;
if(errors === _errs26){
if(typeof data12 === "string"){
if(func5(data12) > 256){
validate17.errors = [{instancePath:instancePath+"/apiConfig/valueTransform",schemaPath:"#/properties/apiConfig/properties/valueTransform/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 256 characters"}];
return false;
}
}
else {
validate17.errors = [{instancePath:instancePath+"/apiConfig/valueTransform",schemaPath:"#/properties/apiConfig/properties/valueTransform/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs26 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data6.aggregation !== undefined){
let data13 = data6.aggregation;
const _errs28 = errors;
if(errors === _errs28){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
let missing2;
if((((((data13.mode === undefined) && (missing2 = "mode")) || ((data13.rule === undefined) && (missing2 = "rule"))) || ((data13.maxDeviationBps === undefined) && (missing2 = "maxDeviationBps"))) || ((data13.maxAgeMs === undefined) && (missing2 = "maxAgeMs"))) || ((data13.numeric === undefined) && (missing2 = "numeric"))){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation",schemaPath:"#/properties/apiConfig/properties/aggregation/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs30 = errors;
for(const key3 in data13){
if(!(((((key3 === "mode") || (key3 === "rule")) || (key3 === "maxDeviationBps")) || (key3 === "maxAgeMs")) || (key3 === "numeric"))){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation",schemaPath:"#/properties/apiConfig/properties/aggregation/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""}];
return false;
break;
}
}
if(_errs30 === errors){
if(data13.mode !== undefined){
let data14 = data13.mode;
const _errs31 = errors;
if(typeof data14 !== "string"){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation/mode",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("tolerance" !== data14){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation/mode",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/mode/const",keyword:"const",params:{},message:""}];
return false;
}
var valid3 = _errs31 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.rule !== undefined){
let data15 = data13.rule;
const _errs33 = errors;
if(typeof data15 !== "string"){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation/rule",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/rule/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("median" !== data15){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation/rule",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/rule/const",keyword:"const",params:{},message:""}];
return false;
}
var valid3 = _errs33 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.maxDeviationBps !== undefined){
let data16 = data13.maxDeviationBps;
const _errs35 = errors;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxDeviationBps",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxDeviationBps/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs35){
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 10000 || isNaN(data16)){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxDeviationBps",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxDeviationBps/maximum",keyword:"maximum",params:{},message:"must be <= 10000"}];
return false;
}
else {
if(data16 < 0 || isNaN(data16)){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxDeviationBps",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxDeviationBps/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid3 = _errs35 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.maxAgeMs !== undefined){
let data17 = data13.maxAgeMs;
const _errs37 = errors;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxAgeMs",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxAgeMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs37){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 3600000 || isNaN(data17)){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxAgeMs",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxAgeMs/maximum",keyword:"maximum",params:{},message:"must be <= 3600000"}];
return false;
}
else {
if(data17 < 1 || isNaN(data17)){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxAgeMs",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxAgeMs/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid3 = _errs37 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.numeric !== undefined){
let data18 = data13.numeric;
const _errs39 = errors;
if(errors === _errs39){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
let missing3;
if(((data18.type === undefined) && (missing3 = "type")) || ((data18.decimals === undefined) && (missing3 = "decimals"))){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/required",keyword:"required",params:{missingProperty: missing3},message:""}];
return false;
}
else {
const _errs41 = errors;
for(const key4 in data18){
if(!((key4 === "type") || (key4 === "decimals"))){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:""}];
return false;
break;
}
}
if(_errs41 === errors){
if(data18.type !== undefined){
let data19 = data18.type;
const _errs42 = errors;
if(typeof data19 !== "string"){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/type",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("int256" !== data19){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/type",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/type/const",keyword:"const",params:{},message:""}];
return false;
}
var valid4 = _errs42 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data18.decimals !== undefined){
let data20 = data18.decimals;
const _errs44 = errors;
if(!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/decimals",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/decimals/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs44){
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 36 || isNaN(data20)){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/decimals",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/decimals/maximum",keyword:"maximum",params:{},message:"must be <= 36"}];
return false;
}
else {
if(data20 < 0 || isNaN(data20)){
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/decimals",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/decimals/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid4 = _errs44 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs39 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/apiConfig/aggregation",schemaPath:"#/properties/apiConfig/properties/aggregation/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs28 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/apiConfig",schemaPath:"#/properties/apiConfig/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.encKeyBundle !== undefined){
let data21 = data.encKeyBundle;
const _errs46 = errors;
if((!(data21 && typeof data21 == "object" && !Array.isArray(data21))) && (data21 !== null)){
validate17.errors = [{instancePath:instancePath+"/encKeyBundle",schemaPath:"#/properties/encKeyBundle/type",keyword:"type",params:{type: schema18.properties.encKeyBundle.type},message:"must be object,null"}];
return false;
}
if(errors === _errs46){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
let missing4;
if(((((data21.ephemeralPub === undefined) && (missing4 = "ephemeralPub")) || ((data21.nonceSym === undefined) && (missing4 = "nonceSym"))) || ((data21.ciphertext === undefined) && (missing4 = "ciphertext"))) || ((data21.envelopes === undefined) && (missing4 = "envelopes"))){
validate17.errors = [{instancePath:instancePath+"/encKeyBundle",schemaPath:"#/properties/encKeyBundle/required",keyword:"required",params:{missingProperty: missing4},message:""}];
return false;
}
else {
const _errs48 = errors;
for(const key5 in data21){
if(!((((key5 === "ephemeralPub") || (key5 === "nonceSym")) || (key5 === "ciphertext")) || (key5 === "envelopes"))){
validate17.errors = [{instancePath:instancePath+"/encKeyBundle",schemaPath:"#/properties/encKeyBundle/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:""}];
return false;
break;
}
}
if(_errs48 === errors){
if(data21.ephemeralPub !== undefined){
let data22 = data21.ephemeralPub;
const _errs49 = errors;
if(errors === _errs49){
if(typeof data22 === "string"){
if(!pattern43.test(data22)){
validate17.errors = [{instancePath:instancePath+"/encKeyBundle/ephemeralPub",schemaPath:"#/properties/encKeyBundle/properties/ephemeralPub/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate17.errors = [{instancePath:instancePath+"/encKeyBundle/ephemeralPub",schemaPath:"#/properties/encKeyBundle/properties/ephemeralPub/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs49 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data21.nonceSym !== undefined){
let data23 = data21.nonceSym;
const _errs51 = errors;
if(errors === _errs51){
if(typeof data23 === "string"){
if(!pattern44.test(data23)){
validate17.errors = [{instancePath:instancePath+"/encKeyBundle/nonceSym",schemaPath:"#/properties/encKeyBundle/properties/nonceSym/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate17.errors = [{instancePath:instancePath+"/encKeyBundle/nonceSym",schemaPath:"#/properties/encKeyBundle/properties/nonceSym/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs51 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data21.ciphertext !== undefined){
let data24 = data21.ciphertext;
const _errs53 = errors;
if(errors === _errs53){
if(typeof data24 === "string"){
if(!pattern45.test(data24)){
validate17.errors = [{instancePath:instancePath+"/encKeyBundle/ciphertext",schemaPath:"#/properties/encKeyBundle/properties/ciphertext/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate17.errors = [{instancePath:instancePath+"/encKeyBundle/ciphertext",schemaPath:"#/properties/encKeyBundle/properties/ciphertext/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs53 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data21.envelopes !== undefined){
let data25 = data21.envelopes;
const _errs55 = errors;
if(errors === _errs55){
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(Object.keys(data25).length > 64){
validate17.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes",schemaPath:"#/properties/encKeyBundle/properties/envelopes/maxProperties",keyword:"maxProperties",params:{},message:"must NOT have more than 64 properties"}];
return false;
}
else {
const _errs57 = errors;
for(const key6 in data25){
if(!(pattern46.test(key6))){
validate17.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes",schemaPath:"#/properties/encKeyBundle/properties/envelopes/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:""}];
return false;
break;
}
}
if(_errs57 === errors){
var valid6 = true;
for(const key7 in data25){
if(pattern46.test(key7)){
let data26 = data25[key7];
const _errs58 = errors;
if(errors === _errs58){
if(typeof data26 === "string"){
if(!pattern48.test(data26)){
validate17.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/encKeyBundle/properties/envelopes/patternProperties/%5E(0%7C%5B1-9%5D%5B0-9%5D%3F)%24/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate17.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/encKeyBundle/properties/envelopes/patternProperties/%5E(0%7C%5B1-9%5D%5B0-9%5D%3F)%24/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid6 = _errs58 === errors;
if(!valid6){
break;
}
}
}
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes",schemaPath:"#/properties/encKeyBundle/properties/envelopes/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid5 = _errs55 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
}
}
var valid0 = _errs46 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate17.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate17.errors = vErrors;
return errors === 0;
}

export const getAgentStatusQuery = validate18;
const schema19 = {"additionalProperties":false,"type":"object","properties":{"signatures_required":{"minimum":1,"maximum":255,"type":"integer"}}};

function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "signatures_required")){
validate18.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.signatures_required !== undefined){
let data0 = data.signatures_required;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate18.errors = [{instancePath:instancePath+"/signatures_required",schemaPath:"#/properties/signatures_required/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 255 || isNaN(data0)){
validate18.errors = [{instancePath:instancePath+"/signatures_required",schemaPath:"#/properties/signatures_required/maximum",keyword:"maximum",params:{},message:"must be <= 255"}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate18.errors = [{instancePath:instancePath+"/signatures_required",schemaPath:"#/properties/signatures_required/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
}
}
}
else {
validate18.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate18.errors = vErrors;
return errors === 0;
}

export const getAgentRoundsQuery = validate19;
const schema20 = {"additionalProperties":false,"type":"object","properties":{"limit":{"minimum":1,"maximum":100,"type":"integer"},"before":{"pattern":"^[0-9A-Za-z:._-]{1,128}$","type":"string"}}};

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "limit") || (key0 === "before"))){
validate19.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.limit !== undefined){
let data0 = data.limit;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate19.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
validate19.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{},message:"must be <= 100"}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate19.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.before !== undefined){
let data1 = data.before;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern50.test(data1)){
validate19.errors = [{instancePath:instancePath+"/before",schemaPath:"#/properties/before/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate19.errors = [{instancePath:instancePath+"/before",schemaPath:"#/properties/before/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate19.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate19.errors = vErrors;
return errors === 0;
}

export const executeX402RoundRequest = validate20;
const schema21 = {"additionalProperties":false,"type":"object","required":["signatures_required","registry_version","apiConfig"],"properties":{"signatures_required":{"minimum":1,"maximum":255,"type":"integer"},"registry_version":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"apiConfig":{"additionalProperties":false,"type":"object","required":["url","method"],"properties":{"url":{"maxLength":2048,"type":"string"},"method":{"enum":["GET","POST","PUT","PATCH","DELETE","HEAD","OPTIONS"]},"headers":{"type":"object","patternProperties":{"^(.*)$":{"type":"string"}}},"responseParser":{"maxLength":512,"type":"string"},"valueTransform":{"maxLength":256,"type":"string"},"aggregation":{"additionalProperties":false,"type":"object","required":["mode","rule","maxDeviationBps","maxAgeMs","numeric"],"properties":{"mode":{"const":"tolerance","type":"string"},"rule":{"const":"median","type":"string"},"maxDeviationBps":{"minimum":0,"maximum":10000,"type":"integer"},"maxAgeMs":{"minimum":1,"maximum":3600000,"type":"integer"},"numeric":{"additionalProperties":false,"type":"object","required":["type","decimals"],"properties":{"type":{"const":"int256","type":"string"},"decimals":{"minimum":0,"maximum":36,"type":"integer"}}}}}}},"encKeyBundle":{"additionalProperties":false,"type":"object","required":["ephemeralPub","nonceSym","ciphertext","envelopes"],"properties":{"ephemeralPub":{"pattern":"^(0x)?([0-9a-fA-F]{2}){32,32}$","type":"string"},"nonceSym":{"pattern":"^(0x)?([0-9a-fA-F]{2}){12,12}$","type":"string"},"ciphertext":{"pattern":"^(0x)?([0-9a-fA-F]{2}){16,8208}$","type":"string"},"envelopes":{"additionalProperties":false,"maxProperties":64,"type":"object","patternProperties":{"^(0|[1-9][0-9]?)$":{"pattern":"^(0x)?([0-9a-fA-F]{2}){48,48}$","type":"string"}}}}},"sourcePayments":{"maxItems":64,"type":"array","items":{"maxLength":4096,"type":"string"}},"x402Source":{"type":"boolean"}}};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.signatures_required === undefined) && (missing0 = "signatures_required")) || ((data.registry_version === undefined) && (missing0 = "registry_version"))) || ((data.apiConfig === undefined) && (missing0 = "apiConfig"))){
validate20.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "signatures_required") || (key0 === "registry_version")) || (key0 === "apiConfig")) || (key0 === "encKeyBundle")) || (key0 === "sourcePayments")) || (key0 === "x402Source"))){
validate20.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.signatures_required !== undefined){
let data0 = data.signatures_required;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate20.errors = [{instancePath:instancePath+"/signatures_required",schemaPath:"#/properties/signatures_required/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 255 || isNaN(data0)){
validate20.errors = [{instancePath:instancePath+"/signatures_required",schemaPath:"#/properties/signatures_required/maximum",keyword:"maximum",params:{},message:"must be <= 255"}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate20.errors = [{instancePath:instancePath+"/signatures_required",schemaPath:"#/properties/signatures_required/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.registry_version !== undefined){
let data1 = data.registry_version;
const _errs4 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate20.errors = [{instancePath:instancePath+"/registry_version",schemaPath:"#/properties/registry_version/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs4){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 9007199254740991 || isNaN(data1)){
validate20.errors = [{instancePath:instancePath+"/registry_version",schemaPath:"#/properties/registry_version/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate20.errors = [{instancePath:instancePath+"/registry_version",schemaPath:"#/properties/registry_version/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.apiConfig !== undefined){
let data2 = data.apiConfig;
const _errs6 = errors;
if(errors === _errs6){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if(((data2.url === undefined) && (missing1 = "url")) || ((data2.method === undefined) && (missing1 = "method"))){
validate20.errors = [{instancePath:instancePath+"/apiConfig",schemaPath:"#/properties/apiConfig/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs8 = errors;
for(const key1 in data2){
if(!((((((key1 === "url") || (key1 === "method")) || (key1 === "headers")) || (key1 === "responseParser")) || (key1 === "valueTransform")) || (key1 === "aggregation"))){
validate20.errors = [{instancePath:instancePath+"/apiConfig",schemaPath:"#/properties/apiConfig/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs8 === errors){
if(data2.url !== undefined){
let data3 = data2.url;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data3 === "string"){
if(func5(data3) > 2048){
validate20.errors = [{instancePath:instancePath+"/apiConfig/url",schemaPath:"#/properties/apiConfig/properties/url/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 2048 characters"}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/apiConfig/url",schemaPath:"#/properties/apiConfig/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.method !== undefined){
let data4 = data2.method;
const _errs11 = errors;
if(!(((((((data4 === "GET") || (data4 === "POST")) || (data4 === "PUT")) || (data4 === "PATCH")) || (data4 === "DELETE")) || (data4 === "HEAD")) || (data4 === "OPTIONS"))){
validate20.errors = [{instancePath:instancePath+"/apiConfig/method",schemaPath:"#/properties/apiConfig/properties/method/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.headers !== undefined){
let data5 = data2.headers;
const _errs12 = errors;
if(errors === _errs12){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
var valid2 = true;
for(const key2 in data5){
if(pattern42.test(key2)){
const _errs14 = errors;
if(typeof data5[key2] !== "string"){
validate20.errors = [{instancePath:instancePath+"/apiConfig/headers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/apiConfig/properties/headers/patternProperties/%5E(.*)%24/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs14 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/apiConfig/headers",schemaPath:"#/properties/apiConfig/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.responseParser !== undefined){
let data7 = data2.responseParser;
const _errs16 = errors;
if(errors === _errs16){
if(typeof data7 === "string"){
if(func5(data7) > 512){
validate20.errors = [{instancePath:instancePath+"/apiConfig/responseParser",schemaPath:"#/properties/apiConfig/properties/responseParser/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 512 characters"}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/apiConfig/responseParser",schemaPath:"#/properties/apiConfig/properties/responseParser/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs16 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.valueTransform !== undefined){
let data8 = data2.valueTransform;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data8 === "string"){
if(func5(data8) > 256){
validate20.errors = [{instancePath:instancePath+"/apiConfig/valueTransform",schemaPath:"#/properties/apiConfig/properties/valueTransform/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 256 characters"}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/apiConfig/valueTransform",schemaPath:"#/properties/apiConfig/properties/valueTransform/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs18 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.aggregation !== undefined){
let data9 = data2.aggregation;
const _errs20 = errors;
if(errors === _errs20){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing2;
if((((((data9.mode === undefined) && (missing2 = "mode")) || ((data9.rule === undefined) && (missing2 = "rule"))) || ((data9.maxDeviationBps === undefined) && (missing2 = "maxDeviationBps"))) || ((data9.maxAgeMs === undefined) && (missing2 = "maxAgeMs"))) || ((data9.numeric === undefined) && (missing2 = "numeric"))){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation",schemaPath:"#/properties/apiConfig/properties/aggregation/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs22 = errors;
for(const key3 in data9){
if(!(((((key3 === "mode") || (key3 === "rule")) || (key3 === "maxDeviationBps")) || (key3 === "maxAgeMs")) || (key3 === "numeric"))){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation",schemaPath:"#/properties/apiConfig/properties/aggregation/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""}];
return false;
break;
}
}
if(_errs22 === errors){
if(data9.mode !== undefined){
let data10 = data9.mode;
const _errs23 = errors;
if(typeof data10 !== "string"){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation/mode",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("tolerance" !== data10){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation/mode",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/mode/const",keyword:"const",params:{},message:""}];
return false;
}
var valid3 = _errs23 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data9.rule !== undefined){
let data11 = data9.rule;
const _errs25 = errors;
if(typeof data11 !== "string"){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation/rule",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/rule/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("median" !== data11){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation/rule",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/rule/const",keyword:"const",params:{},message:""}];
return false;
}
var valid3 = _errs25 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data9.maxDeviationBps !== undefined){
let data12 = data9.maxDeviationBps;
const _errs27 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxDeviationBps",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxDeviationBps/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs27){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 10000 || isNaN(data12)){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxDeviationBps",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxDeviationBps/maximum",keyword:"maximum",params:{},message:"must be <= 10000"}];
return false;
}
else {
if(data12 < 0 || isNaN(data12)){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxDeviationBps",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxDeviationBps/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid3 = _errs27 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data9.maxAgeMs !== undefined){
let data13 = data9.maxAgeMs;
const _errs29 = errors;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxAgeMs",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxAgeMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs29){
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 3600000 || isNaN(data13)){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxAgeMs",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxAgeMs/maximum",keyword:"maximum",params:{},message:"must be <= 3600000"}];
return false;
}
else {
if(data13 < 1 || isNaN(data13)){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxAgeMs",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxAgeMs/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid3 = _errs29 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data9.numeric !== undefined){
let data14 = data9.numeric;
const _errs31 = errors;
if(errors === _errs31){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
let missing3;
if(((data14.type === undefined) && (missing3 = "type")) || ((data14.decimals === undefined) && (missing3 = "decimals"))){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/required",keyword:"required",params:{missingProperty: missing3},message:""}];
return false;
}
else {
const _errs33 = errors;
for(const key4 in data14){
if(!((key4 === "type") || (key4 === "decimals"))){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:""}];
return false;
break;
}
}
if(_errs33 === errors){
if(data14.type !== undefined){
let data15 = data14.type;
const _errs34 = errors;
if(typeof data15 !== "string"){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/type",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("int256" !== data15){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/type",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/type/const",keyword:"const",params:{},message:""}];
return false;
}
var valid4 = _errs34 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data14.decimals !== undefined){
let data16 = data14.decimals;
const _errs36 = errors;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/decimals",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/decimals/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs36){
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 36 || isNaN(data16)){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/decimals",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/decimals/maximum",keyword:"maximum",params:{},message:"must be <= 36"}];
return false;
}
else {
if(data16 < 0 || isNaN(data16)){
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/decimals",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/decimals/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid4 = _errs36 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs31 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/apiConfig/aggregation",schemaPath:"#/properties/apiConfig/properties/aggregation/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs20 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/apiConfig",schemaPath:"#/properties/apiConfig/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.encKeyBundle !== undefined){
let data17 = data.encKeyBundle;
const _errs38 = errors;
if(errors === _errs38){
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
let missing4;
if(((((data17.ephemeralPub === undefined) && (missing4 = "ephemeralPub")) || ((data17.nonceSym === undefined) && (missing4 = "nonceSym"))) || ((data17.ciphertext === undefined) && (missing4 = "ciphertext"))) || ((data17.envelopes === undefined) && (missing4 = "envelopes"))){
validate20.errors = [{instancePath:instancePath+"/encKeyBundle",schemaPath:"#/properties/encKeyBundle/required",keyword:"required",params:{missingProperty: missing4},message:""}];
return false;
}
else {
const _errs40 = errors;
for(const key5 in data17){
if(!((((key5 === "ephemeralPub") || (key5 === "nonceSym")) || (key5 === "ciphertext")) || (key5 === "envelopes"))){
validate20.errors = [{instancePath:instancePath+"/encKeyBundle",schemaPath:"#/properties/encKeyBundle/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:""}];
return false;
break;
}
}
if(_errs40 === errors){
if(data17.ephemeralPub !== undefined){
let data18 = data17.ephemeralPub;
const _errs41 = errors;
if(errors === _errs41){
if(typeof data18 === "string"){
if(!pattern43.test(data18)){
validate20.errors = [{instancePath:instancePath+"/encKeyBundle/ephemeralPub",schemaPath:"#/properties/encKeyBundle/properties/ephemeralPub/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/encKeyBundle/ephemeralPub",schemaPath:"#/properties/encKeyBundle/properties/ephemeralPub/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs41 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data17.nonceSym !== undefined){
let data19 = data17.nonceSym;
const _errs43 = errors;
if(errors === _errs43){
if(typeof data19 === "string"){
if(!pattern44.test(data19)){
validate20.errors = [{instancePath:instancePath+"/encKeyBundle/nonceSym",schemaPath:"#/properties/encKeyBundle/properties/nonceSym/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/encKeyBundle/nonceSym",schemaPath:"#/properties/encKeyBundle/properties/nonceSym/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs43 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data17.ciphertext !== undefined){
let data20 = data17.ciphertext;
const _errs45 = errors;
if(errors === _errs45){
if(typeof data20 === "string"){
if(!pattern45.test(data20)){
validate20.errors = [{instancePath:instancePath+"/encKeyBundle/ciphertext",schemaPath:"#/properties/encKeyBundle/properties/ciphertext/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/encKeyBundle/ciphertext",schemaPath:"#/properties/encKeyBundle/properties/ciphertext/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs45 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data17.envelopes !== undefined){
let data21 = data17.envelopes;
const _errs47 = errors;
if(errors === _errs47){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(Object.keys(data21).length > 64){
validate20.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes",schemaPath:"#/properties/encKeyBundle/properties/envelopes/maxProperties",keyword:"maxProperties",params:{},message:"must NOT have more than 64 properties"}];
return false;
}
else {
const _errs49 = errors;
for(const key6 in data21){
if(!(pattern46.test(key6))){
validate20.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes",schemaPath:"#/properties/encKeyBundle/properties/envelopes/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:""}];
return false;
break;
}
}
if(_errs49 === errors){
var valid6 = true;
for(const key7 in data21){
if(pattern46.test(key7)){
let data22 = data21[key7];
const _errs50 = errors;
if(errors === _errs50){
if(typeof data22 === "string"){
if(!pattern48.test(data22)){
validate20.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/encKeyBundle/properties/envelopes/patternProperties/%5E(0%7C%5B1-9%5D%5B0-9%5D%3F)%24/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/encKeyBundle/properties/envelopes/patternProperties/%5E(0%7C%5B1-9%5D%5B0-9%5D%3F)%24/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid6 = _errs50 === errors;
if(!valid6){
break;
}
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes",schemaPath:"#/properties/encKeyBundle/properties/envelopes/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid5 = _errs47 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/encKeyBundle",schemaPath:"#/properties/encKeyBundle/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs38 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sourcePayments !== undefined){
let data23 = data.sourcePayments;
const _errs52 = errors;
if(errors === _errs52){
if(Array.isArray(data23)){
if(data23.length > 64){
validate20.errors = [{instancePath:instancePath+"/sourcePayments",schemaPath:"#/properties/sourcePayments/maxItems",keyword:"maxItems",params:{},message:"must NOT have more than 64 items"}];
return false;
}
else {
var valid7 = true;
const len0 = data23.length;
for(let i0=0; i0<len0; i0++){
let data24 = data23[i0];
const _errs54 = errors;
if(errors === _errs54){
if(typeof data24 === "string"){
if(func5(data24) > 4096){
validate20.errors = [{instancePath:instancePath+"/sourcePayments/" + i0,schemaPath:"#/properties/sourcePayments/items/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 4096 characters"}];
return false;
}
}
else {
validate20.errors = [{instancePath:instancePath+"/sourcePayments/" + i0,schemaPath:"#/properties/sourcePayments/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid7 = _errs54 === errors;
if(!valid7){
break;
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/sourcePayments",schemaPath:"#/properties/sourcePayments/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs52 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.x402Source !== undefined){
const _errs56 = errors;
if(typeof data.x402Source !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/x402Source",schemaPath:"#/properties/x402Source/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs56 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate20.errors = vErrors;
return errors === 0;
}

export const createSessionRequest = validate21;
const schema22 = {"additionalProperties":false,"type":"object","properties":{"ttlSeconds":{"minimum":1,"maximum":9007199254740991,"type":"integer"}}};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "ttlSeconds")){
validate21.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.ttlSeconds !== undefined){
let data0 = data.ttlSeconds;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate21.errors = [{instancePath:instancePath+"/ttlSeconds",schemaPath:"#/properties/ttlSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
validate21.errors = [{instancePath:instancePath+"/ttlSeconds",schemaPath:"#/properties/ttlSeconds/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate21.errors = [{instancePath:instancePath+"/ttlSeconds",schemaPath:"#/properties/ttlSeconds/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
}
}
}
else {
validate21.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate21.errors = vErrors;
return errors === 0;
}

export const getRegistrySnapshotQuery = validate22;
const schema23 = {"additionalProperties":false,"type":"object","properties":{"signerVersion":{"minimum":1,"maximum":9007199254740991,"type":"integer"}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "signerVersion")){
validate22.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.signerVersion !== undefined){
let data0 = data.signerVersion;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate22.errors = [{instancePath:instancePath+"/signerVersion",schemaPath:"#/properties/signerVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
validate22.errors = [{instancePath:instancePath+"/signerVersion",schemaPath:"#/properties/signerVersion/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate22.errors = [{instancePath:instancePath+"/signerVersion",schemaPath:"#/properties/signerVersion/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
}
}
}
else {
validate22.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}

export const simulateRequest = validate23;
const schema24 = {"additionalProperties":false,"type":"object","required":["apiConfig"],"properties":{"apiConfig":{"additionalProperties":false,"type":"object","required":["url","method"],"properties":{"url":{"maxLength":2048,"type":"string"},"method":{"enum":["GET","POST","PUT","PATCH","DELETE","HEAD","OPTIONS"]},"headers":{"type":"object","patternProperties":{"^(.*)$":{"type":"string"}}},"responseParser":{"maxLength":512,"type":"string"},"valueTransform":{"maxLength":256,"type":"string"},"aggregation":{"additionalProperties":false,"type":"object","required":["mode","rule","maxDeviationBps","maxAgeMs","numeric"],"properties":{"mode":{"const":"tolerance","type":"string"},"rule":{"const":"median","type":"string"},"maxDeviationBps":{"minimum":0,"maximum":10000,"type":"integer"},"maxAgeMs":{"minimum":1,"maximum":3600000,"type":"integer"},"numeric":{"additionalProperties":false,"type":"object","required":["type","decimals"],"properties":{"type":{"const":"int256","type":"string"},"decimals":{"minimum":0,"maximum":36,"type":"integer"}}}}}}},"signaturesRequired":{"minimum":1,"maximum":255,"type":"integer"},"encKeyBundle":{"additionalProperties":false,"type":["object","null"],"required":["ephemeralPub","nonceSym","ciphertext","envelopes"],"properties":{"ephemeralPub":{"pattern":"^(0x)?([0-9a-fA-F]{2}){32,32}$","type":"string"},"nonceSym":{"pattern":"^(0x)?([0-9a-fA-F]{2}){12,12}$","type":"string"},"ciphertext":{"pattern":"^(0x)?([0-9a-fA-F]{2}){16,8208}$","type":"string"},"envelopes":{"additionalProperties":false,"maxProperties":64,"type":"object","patternProperties":{"^(0|[1-9][0-9]?)$":{"pattern":"^(0x)?([0-9a-fA-F]{2}){48,48}$","type":"string"}}}}}}};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.apiConfig === undefined) && (missing0 = "apiConfig")){
validate23.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "apiConfig") || (key0 === "signaturesRequired")) || (key0 === "encKeyBundle"))){
validate23.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.apiConfig !== undefined){
let data0 = data.apiConfig;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if(((data0.url === undefined) && (missing1 = "url")) || ((data0.method === undefined) && (missing1 = "method"))){
validate23.errors = [{instancePath:instancePath+"/apiConfig",schemaPath:"#/properties/apiConfig/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs4 = errors;
for(const key1 in data0){
if(!((((((key1 === "url") || (key1 === "method")) || (key1 === "headers")) || (key1 === "responseParser")) || (key1 === "valueTransform")) || (key1 === "aggregation"))){
validate23.errors = [{instancePath:instancePath+"/apiConfig",schemaPath:"#/properties/apiConfig/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs4 === errors){
if(data0.url !== undefined){
let data1 = data0.url;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data1 === "string"){
if(func5(data1) > 2048){
validate23.errors = [{instancePath:instancePath+"/apiConfig/url",schemaPath:"#/properties/apiConfig/properties/url/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 2048 characters"}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/apiConfig/url",schemaPath:"#/properties/apiConfig/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.method !== undefined){
let data2 = data0.method;
const _errs7 = errors;
if(!(((((((data2 === "GET") || (data2 === "POST")) || (data2 === "PUT")) || (data2 === "PATCH")) || (data2 === "DELETE")) || (data2 === "HEAD")) || (data2 === "OPTIONS"))){
validate23.errors = [{instancePath:instancePath+"/apiConfig/method",schemaPath:"#/properties/apiConfig/properties/method/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.headers !== undefined){
let data3 = data0.headers;
const _errs8 = errors;
if(errors === _errs8){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
var valid2 = true;
for(const key2 in data3){
if(pattern42.test(key2)){
const _errs10 = errors;
if(typeof data3[key2] !== "string"){
validate23.errors = [{instancePath:instancePath+"/apiConfig/headers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/apiConfig/properties/headers/patternProperties/%5E(.*)%24/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs10 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/apiConfig/headers",schemaPath:"#/properties/apiConfig/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.responseParser !== undefined){
let data5 = data0.responseParser;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data5 === "string"){
if(func5(data5) > 512){
validate23.errors = [{instancePath:instancePath+"/apiConfig/responseParser",schemaPath:"#/properties/apiConfig/properties/responseParser/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 512 characters"}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/apiConfig/responseParser",schemaPath:"#/properties/apiConfig/properties/responseParser/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.valueTransform !== undefined){
let data6 = data0.valueTransform;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data6 === "string"){
if(func5(data6) > 256){
validate23.errors = [{instancePath:instancePath+"/apiConfig/valueTransform",schemaPath:"#/properties/apiConfig/properties/valueTransform/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 256 characters"}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/apiConfig/valueTransform",schemaPath:"#/properties/apiConfig/properties/valueTransform/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.aggregation !== undefined){
let data7 = data0.aggregation;
const _errs16 = errors;
if(errors === _errs16){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
let missing2;
if((((((data7.mode === undefined) && (missing2 = "mode")) || ((data7.rule === undefined) && (missing2 = "rule"))) || ((data7.maxDeviationBps === undefined) && (missing2 = "maxDeviationBps"))) || ((data7.maxAgeMs === undefined) && (missing2 = "maxAgeMs"))) || ((data7.numeric === undefined) && (missing2 = "numeric"))){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation",schemaPath:"#/properties/apiConfig/properties/aggregation/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs18 = errors;
for(const key3 in data7){
if(!(((((key3 === "mode") || (key3 === "rule")) || (key3 === "maxDeviationBps")) || (key3 === "maxAgeMs")) || (key3 === "numeric"))){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation",schemaPath:"#/properties/apiConfig/properties/aggregation/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""}];
return false;
break;
}
}
if(_errs18 === errors){
if(data7.mode !== undefined){
let data8 = data7.mode;
const _errs19 = errors;
if(typeof data8 !== "string"){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation/mode",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("tolerance" !== data8){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation/mode",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/mode/const",keyword:"const",params:{},message:""}];
return false;
}
var valid3 = _errs19 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data7.rule !== undefined){
let data9 = data7.rule;
const _errs21 = errors;
if(typeof data9 !== "string"){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation/rule",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/rule/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("median" !== data9){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation/rule",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/rule/const",keyword:"const",params:{},message:""}];
return false;
}
var valid3 = _errs21 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data7.maxDeviationBps !== undefined){
let data10 = data7.maxDeviationBps;
const _errs23 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxDeviationBps",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxDeviationBps/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs23){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 10000 || isNaN(data10)){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxDeviationBps",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxDeviationBps/maximum",keyword:"maximum",params:{},message:"must be <= 10000"}];
return false;
}
else {
if(data10 < 0 || isNaN(data10)){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxDeviationBps",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxDeviationBps/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid3 = _errs23 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data7.maxAgeMs !== undefined){
let data11 = data7.maxAgeMs;
const _errs25 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxAgeMs",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxAgeMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs25){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 3600000 || isNaN(data11)){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxAgeMs",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxAgeMs/maximum",keyword:"maximum",params:{},message:"must be <= 3600000"}];
return false;
}
else {
if(data11 < 1 || isNaN(data11)){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation/maxAgeMs",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/maxAgeMs/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid3 = _errs25 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data7.numeric !== undefined){
let data12 = data7.numeric;
const _errs27 = errors;
if(errors === _errs27){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing3;
if(((data12.type === undefined) && (missing3 = "type")) || ((data12.decimals === undefined) && (missing3 = "decimals"))){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/required",keyword:"required",params:{missingProperty: missing3},message:""}];
return false;
}
else {
const _errs29 = errors;
for(const key4 in data12){
if(!((key4 === "type") || (key4 === "decimals"))){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:""}];
return false;
break;
}
}
if(_errs29 === errors){
if(data12.type !== undefined){
let data13 = data12.type;
const _errs30 = errors;
if(typeof data13 !== "string"){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/type",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("int256" !== data13){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/type",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/type/const",keyword:"const",params:{},message:""}];
return false;
}
var valid4 = _errs30 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.decimals !== undefined){
let data14 = data12.decimals;
const _errs32 = errors;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/decimals",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/decimals/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs32){
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 36 || isNaN(data14)){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/decimals",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/decimals/maximum",keyword:"maximum",params:{},message:"must be <= 36"}];
return false;
}
else {
if(data14 < 0 || isNaN(data14)){
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric/decimals",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/properties/decimals/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid4 = _errs32 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation/numeric",schemaPath:"#/properties/apiConfig/properties/aggregation/properties/numeric/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs27 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/apiConfig/aggregation",schemaPath:"#/properties/apiConfig/properties/aggregation/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs16 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/apiConfig",schemaPath:"#/properties/apiConfig/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.signaturesRequired !== undefined){
let data15 = data.signaturesRequired;
const _errs34 = errors;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
validate23.errors = [{instancePath:instancePath+"/signaturesRequired",schemaPath:"#/properties/signaturesRequired/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs34){
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 255 || isNaN(data15)){
validate23.errors = [{instancePath:instancePath+"/signaturesRequired",schemaPath:"#/properties/signaturesRequired/maximum",keyword:"maximum",params:{},message:"must be <= 255"}];
return false;
}
else {
if(data15 < 1 || isNaN(data15)){
validate23.errors = [{instancePath:instancePath+"/signaturesRequired",schemaPath:"#/properties/signaturesRequired/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid0 = _errs34 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.encKeyBundle !== undefined){
let data16 = data.encKeyBundle;
const _errs36 = errors;
if((!(data16 && typeof data16 == "object" && !Array.isArray(data16))) && (data16 !== null)){
validate23.errors = [{instancePath:instancePath+"/encKeyBundle",schemaPath:"#/properties/encKeyBundle/type",keyword:"type",params:{type: schema24.properties.encKeyBundle.type},message:"must be object,null"}];
return false;
}
if(errors === _errs36){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
let missing4;
if(((((data16.ephemeralPub === undefined) && (missing4 = "ephemeralPub")) || ((data16.nonceSym === undefined) && (missing4 = "nonceSym"))) || ((data16.ciphertext === undefined) && (missing4 = "ciphertext"))) || ((data16.envelopes === undefined) && (missing4 = "envelopes"))){
validate23.errors = [{instancePath:instancePath+"/encKeyBundle",schemaPath:"#/properties/encKeyBundle/required",keyword:"required",params:{missingProperty: missing4},message:""}];
return false;
}
else {
const _errs38 = errors;
for(const key5 in data16){
if(!((((key5 === "ephemeralPub") || (key5 === "nonceSym")) || (key5 === "ciphertext")) || (key5 === "envelopes"))){
validate23.errors = [{instancePath:instancePath+"/encKeyBundle",schemaPath:"#/properties/encKeyBundle/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:""}];
return false;
break;
}
}
if(_errs38 === errors){
if(data16.ephemeralPub !== undefined){
let data17 = data16.ephemeralPub;
const _errs39 = errors;
if(errors === _errs39){
if(typeof data17 === "string"){
if(!pattern43.test(data17)){
validate23.errors = [{instancePath:instancePath+"/encKeyBundle/ephemeralPub",schemaPath:"#/properties/encKeyBundle/properties/ephemeralPub/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/encKeyBundle/ephemeralPub",schemaPath:"#/properties/encKeyBundle/properties/ephemeralPub/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs39 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data16.nonceSym !== undefined){
let data18 = data16.nonceSym;
const _errs41 = errors;
if(errors === _errs41){
if(typeof data18 === "string"){
if(!pattern44.test(data18)){
validate23.errors = [{instancePath:instancePath+"/encKeyBundle/nonceSym",schemaPath:"#/properties/encKeyBundle/properties/nonceSym/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/encKeyBundle/nonceSym",schemaPath:"#/properties/encKeyBundle/properties/nonceSym/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs41 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data16.ciphertext !== undefined){
let data19 = data16.ciphertext;
const _errs43 = errors;
if(errors === _errs43){
if(typeof data19 === "string"){
if(!pattern45.test(data19)){
validate23.errors = [{instancePath:instancePath+"/encKeyBundle/ciphertext",schemaPath:"#/properties/encKeyBundle/properties/ciphertext/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/encKeyBundle/ciphertext",schemaPath:"#/properties/encKeyBundle/properties/ciphertext/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs43 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data16.envelopes !== undefined){
let data20 = data16.envelopes;
const _errs45 = errors;
if(errors === _errs45){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(Object.keys(data20).length > 64){
validate23.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes",schemaPath:"#/properties/encKeyBundle/properties/envelopes/maxProperties",keyword:"maxProperties",params:{},message:"must NOT have more than 64 properties"}];
return false;
}
else {
const _errs47 = errors;
for(const key6 in data20){
if(!(pattern46.test(key6))){
validate23.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes",schemaPath:"#/properties/encKeyBundle/properties/envelopes/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:""}];
return false;
break;
}
}
if(_errs47 === errors){
var valid6 = true;
for(const key7 in data20){
if(pattern46.test(key7)){
let data21 = data20[key7];
const _errs48 = errors;
if(errors === _errs48){
if(typeof data21 === "string"){
if(!pattern48.test(data21)){
validate23.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/encKeyBundle/properties/envelopes/patternProperties/%5E(0%7C%5B1-9%5D%5B0-9%5D%3F)%24/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/encKeyBundle/properties/envelopes/patternProperties/%5E(0%7C%5B1-9%5D%5B0-9%5D%3F)%24/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid6 = _errs48 === errors;
if(!valid6){
break;
}
}
}
}
}
}
else {
validate23.errors = [{instancePath:instancePath+"/encKeyBundle/envelopes",schemaPath:"#/properties/encKeyBundle/properties/envelopes/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid5 = _errs45 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
}
}
var valid0 = _errs36 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate23.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate23.errors = vErrors;
return errors === 0;
}

export const executeRound400 = validate24;
const schema25 = {"additionalProperties":true,"type":"object","required":["error","code"],"properties":{"error":{"type":"string"},"code":{"pattern":"^[a-z][a-z0-9_]*$","type":"string"},"registryVersion":{"minimum":0,"type":"integer"},"amount":{"minimum":0,"type":"integer"},"roundId":{"type":"string"},"scope":{"pattern":"^[a-z]{1,16}$","type":"string"},"authorization":{"pattern":"^[a-z]{1,16}$","type":"string"},"step":{"pattern":"^[a-z]{1,16}$","type":"string"},"rule":{"pattern":"^[a-z0-9_]{1,40}$","type":"string"},"reasons":{"type":"array","items":{"type":"string"}}}};
const pattern75 = /* @__PURE__ */ new RegExp("^[a-z][a-z0-9_]*$", "u");
const pattern76 = /* @__PURE__ */ new RegExp("^[a-z]{1,16}$", "u");
const pattern79 = /* @__PURE__ */ new RegExp("^[a-z0-9_]{1,40}$", "u");

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.error === undefined) && (missing0 = "error")) || ((data.code === undefined) && (missing0 = "code"))){
validate24.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
if(data.error !== undefined){
const _errs2 = errors;
if(typeof data.error !== "string"){
validate24.errors = [{instancePath:instancePath+"/error",schemaPath:"#/properties/error/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.code !== undefined){
let data1 = data.code;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern75.test(data1)){
validate24.errors = [{instancePath:instancePath+"/code",schemaPath:"#/properties/code/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate24.errors = [{instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.registryVersion !== undefined){
let data2 = data.registryVersion;
const _errs6 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate24.errors = [{instancePath:instancePath+"/registryVersion",schemaPath:"#/properties/registryVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs6){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 0 || isNaN(data2)){
validate24.errors = [{instancePath:instancePath+"/registryVersion",schemaPath:"#/properties/registryVersion/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.amount !== undefined){
let data3 = data.amount;
const _errs8 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate24.errors = [{instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs8){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 0 || isNaN(data3)){
validate24.errors = [{instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.roundId !== undefined){
const _errs10 = errors;
if(typeof data.roundId !== "string"){
validate24.errors = [{instancePath:instancePath+"/roundId",schemaPath:"#/properties/roundId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scope !== undefined){
let data5 = data.scope;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data5 === "string"){
if(!pattern76.test(data5)){
validate24.errors = [{instancePath:instancePath+"/scope",schemaPath:"#/properties/scope/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate24.errors = [{instancePath:instancePath+"/scope",schemaPath:"#/properties/scope/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.authorization !== undefined){
let data6 = data.authorization;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data6 === "string"){
if(!pattern76.test(data6)){
validate24.errors = [{instancePath:instancePath+"/authorization",schemaPath:"#/properties/authorization/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate24.errors = [{instancePath:instancePath+"/authorization",schemaPath:"#/properties/authorization/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.step !== undefined){
let data7 = data.step;
const _errs16 = errors;
if(errors === _errs16){
if(typeof data7 === "string"){
if(!pattern76.test(data7)){
validate24.errors = [{instancePath:instancePath+"/step",schemaPath:"#/properties/step/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate24.errors = [{instancePath:instancePath+"/step",schemaPath:"#/properties/step/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.rule !== undefined){
let data8 = data.rule;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data8 === "string"){
if(!pattern79.test(data8)){
validate24.errors = [{instancePath:instancePath+"/rule",schemaPath:"#/properties/rule/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate24.errors = [{instancePath:instancePath+"/rule",schemaPath:"#/properties/rule/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reasons !== undefined){
let data9 = data.reasons;
const _errs20 = errors;
if(errors === _errs20){
if(Array.isArray(data9)){
var valid1 = true;
const len0 = data9.length;
for(let i0=0; i0<len0; i0++){
const _errs22 = errors;
if(typeof data9[i0] !== "string"){
validate24.errors = [{instancePath:instancePath+"/reasons/" + i0,schemaPath:"#/properties/reasons/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs22 === errors;
if(!valid1){
break;
}
}
}
else {
validate24.errors = [{instancePath:instancePath+"/reasons",schemaPath:"#/properties/reasons/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate24.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate24.errors = vErrors;
return errors === 0;
}

export const getSubscriptionStatus200 = validate25;
const schema26 = {"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"ok","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["owner","gateway","subscription","state","roundsLeft","committedRounds","availableRounds","unsettledRounds","minSignatures","maxSignatures","expiresAt","quotedRoundPrice"],"properties":{"owner":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"gateway":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"subscription":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"state":{"enum":["active","absent","other_gateway","changing_gateway","paused","expired","exhausted"]},"roundsLeft":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"committedRounds":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"availableRounds":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"unsettledRounds":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"minSignatures":{"minimum":1,"maximum":255,"type":"integer"},"maxSignatures":{"minimum":0,"maximum":255,"type":"integer"},"expiresAt":{"type":["integer","null"]},"quotedRoundPrice":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"delegate":{"additionalProperties":false,"type":"object","required":["consumerAuthority","delegate","state","roundsAllowed","roundsLeft","committedRounds","availableRounds","unsettledRounds","maxSignatures","expiresAt"],"properties":{"consumerAuthority":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"delegate":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"state":{"enum":["active","absent","revoked","expired","exhausted"]},"roundsAllowed":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"roundsLeft":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"committedRounds":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"availableRounds":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"unsettledRounds":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"maxSignatures":{"minimum":0,"maximum":255,"type":"integer"},"expiresAt":{"type":["integer","null"]}}}}}}};
const pattern83 = /* @__PURE__ */ new RegExp("^(0|[1-9][0-9]{0,19})$", "u");

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.status === undefined) && (missing0 = "status")) || ((data.data === undefined) && (missing0 = "data"))){
validate25.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "status") || (key0 === "data"))){
validate25.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate25.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("ok" !== data0){
validate25.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((((((((((((data1.owner === undefined) && (missing1 = "owner")) || ((data1.gateway === undefined) && (missing1 = "gateway"))) || ((data1.subscription === undefined) && (missing1 = "subscription"))) || ((data1.state === undefined) && (missing1 = "state"))) || ((data1.roundsLeft === undefined) && (missing1 = "roundsLeft"))) || ((data1.committedRounds === undefined) && (missing1 = "committedRounds"))) || ((data1.availableRounds === undefined) && (missing1 = "availableRounds"))) || ((data1.unsettledRounds === undefined) && (missing1 = "unsettledRounds"))) || ((data1.minSignatures === undefined) && (missing1 = "minSignatures"))) || ((data1.maxSignatures === undefined) && (missing1 = "maxSignatures"))) || ((data1.expiresAt === undefined) && (missing1 = "expiresAt"))) || ((data1.quotedRoundPrice === undefined) && (missing1 = "quotedRoundPrice"))){
validate25.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs6 = errors;
for(const key1 in data1){
if(!(func2.call(schema26.properties.data.properties, key1))){
validate25.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs6 === errors){
if(data1.owner !== undefined){
let data2 = data1.owner;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(!pattern15.test(data2)){
validate25.errors = [{instancePath:instancePath+"/data/owner",schemaPath:"#/properties/data/properties/owner/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate25.errors = [{instancePath:instancePath+"/data/owner",schemaPath:"#/properties/data/properties/owner/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.gateway !== undefined){
let data3 = data1.gateway;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data3 === "string"){
if(!pattern15.test(data3)){
validate25.errors = [{instancePath:instancePath+"/data/gateway",schemaPath:"#/properties/data/properties/gateway/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate25.errors = [{instancePath:instancePath+"/data/gateway",schemaPath:"#/properties/data/properties/gateway/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.subscription !== undefined){
let data4 = data1.subscription;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data4 === "string"){
if(!pattern15.test(data4)){
validate25.errors = [{instancePath:instancePath+"/data/subscription",schemaPath:"#/properties/data/properties/subscription/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate25.errors = [{instancePath:instancePath+"/data/subscription",schemaPath:"#/properties/data/properties/subscription/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.state !== undefined){
let data5 = data1.state;
const _errs13 = errors;
if(!(((((((data5 === "active") || (data5 === "absent")) || (data5 === "other_gateway")) || (data5 === "changing_gateway")) || (data5 === "paused")) || (data5 === "expired")) || (data5 === "exhausted"))){
validate25.errors = [{instancePath:instancePath+"/data/state",schemaPath:"#/properties/data/properties/state/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.roundsLeft !== undefined){
let data6 = data1.roundsLeft;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data6 === "string"){
if(!pattern83.test(data6)){
validate25.errors = [{instancePath:instancePath+"/data/roundsLeft",schemaPath:"#/properties/data/properties/roundsLeft/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate25.errors = [{instancePath:instancePath+"/data/roundsLeft",schemaPath:"#/properties/data/properties/roundsLeft/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.committedRounds !== undefined){
let data7 = data1.committedRounds;
const _errs16 = errors;
if(errors === _errs16){
if(typeof data7 === "string"){
if(!pattern83.test(data7)){
validate25.errors = [{instancePath:instancePath+"/data/committedRounds",schemaPath:"#/properties/data/properties/committedRounds/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate25.errors = [{instancePath:instancePath+"/data/committedRounds",schemaPath:"#/properties/data/properties/committedRounds/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs16 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.availableRounds !== undefined){
let data8 = data1.availableRounds;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data8 === "string"){
if(!pattern83.test(data8)){
validate25.errors = [{instancePath:instancePath+"/data/availableRounds",schemaPath:"#/properties/data/properties/availableRounds/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate25.errors = [{instancePath:instancePath+"/data/availableRounds",schemaPath:"#/properties/data/properties/availableRounds/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs18 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.unsettledRounds !== undefined){
let data9 = data1.unsettledRounds;
const _errs20 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate25.errors = [{instancePath:instancePath+"/data/unsettledRounds",schemaPath:"#/properties/data/properties/unsettledRounds/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs20){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 9007199254740991 || isNaN(data9)){
validate25.errors = [{instancePath:instancePath+"/data/unsettledRounds",schemaPath:"#/properties/data/properties/unsettledRounds/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data9 < 0 || isNaN(data9)){
validate25.errors = [{instancePath:instancePath+"/data/unsettledRounds",schemaPath:"#/properties/data/properties/unsettledRounds/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs20 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.minSignatures !== undefined){
let data10 = data1.minSignatures;
const _errs22 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate25.errors = [{instancePath:instancePath+"/data/minSignatures",schemaPath:"#/properties/data/properties/minSignatures/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs22){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 255 || isNaN(data10)){
validate25.errors = [{instancePath:instancePath+"/data/minSignatures",schemaPath:"#/properties/data/properties/minSignatures/maximum",keyword:"maximum",params:{},message:"must be <= 255"}];
return false;
}
else {
if(data10 < 1 || isNaN(data10)){
validate25.errors = [{instancePath:instancePath+"/data/minSignatures",schemaPath:"#/properties/data/properties/minSignatures/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid1 = _errs22 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.maxSignatures !== undefined){
let data11 = data1.maxSignatures;
const _errs24 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate25.errors = [{instancePath:instancePath+"/data/maxSignatures",schemaPath:"#/properties/data/properties/maxSignatures/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs24){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 255 || isNaN(data11)){
validate25.errors = [{instancePath:instancePath+"/data/maxSignatures",schemaPath:"#/properties/data/properties/maxSignatures/maximum",keyword:"maximum",params:{},message:"must be <= 255"}];
return false;
}
else {
if(data11 < 0 || isNaN(data11)){
validate25.errors = [{instancePath:instancePath+"/data/maxSignatures",schemaPath:"#/properties/data/properties/maxSignatures/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs24 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.expiresAt !== undefined){
let data12 = data1.expiresAt;
const _errs26 = errors;
if((!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))) && (data12 !== null)){
validate25.errors = [{instancePath:instancePath+"/data/expiresAt",schemaPath:"#/properties/data/properties/expiresAt/type",keyword:"type",params:{type: schema26.properties.data.properties.expiresAt.type},message:"must be integer,null"}];
return false;
}
var valid1 = _errs26 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.quotedRoundPrice !== undefined){
let data13 = data1.quotedRoundPrice;
const _errs28 = errors;
if(errors === _errs28){
if(typeof data13 === "string"){
if(!pattern83.test(data13)){
validate25.errors = [{instancePath:instancePath+"/data/quotedRoundPrice",schemaPath:"#/properties/data/properties/quotedRoundPrice/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate25.errors = [{instancePath:instancePath+"/data/quotedRoundPrice",schemaPath:"#/properties/data/properties/quotedRoundPrice/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs28 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.delegate !== undefined){
let data14 = data1.delegate;
const _errs30 = errors;
if(errors === _errs30){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
let missing2;
if(((((((((((data14.consumerAuthority === undefined) && (missing2 = "consumerAuthority")) || ((data14.delegate === undefined) && (missing2 = "delegate"))) || ((data14.state === undefined) && (missing2 = "state"))) || ((data14.roundsAllowed === undefined) && (missing2 = "roundsAllowed"))) || ((data14.roundsLeft === undefined) && (missing2 = "roundsLeft"))) || ((data14.committedRounds === undefined) && (missing2 = "committedRounds"))) || ((data14.availableRounds === undefined) && (missing2 = "availableRounds"))) || ((data14.unsettledRounds === undefined) && (missing2 = "unsettledRounds"))) || ((data14.maxSignatures === undefined) && (missing2 = "maxSignatures"))) || ((data14.expiresAt === undefined) && (missing2 = "expiresAt"))){
validate25.errors = [{instancePath:instancePath+"/data/delegate",schemaPath:"#/properties/data/properties/delegate/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs32 = errors;
for(const key2 in data14){
if(!(func2.call(schema26.properties.data.properties.delegate.properties, key2))){
validate25.errors = [{instancePath:instancePath+"/data/delegate",schemaPath:"#/properties/data/properties/delegate/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:""}];
return false;
break;
}
}
if(_errs32 === errors){
if(data14.consumerAuthority !== undefined){
let data15 = data14.consumerAuthority;
const _errs33 = errors;
if(errors === _errs33){
if(typeof data15 === "string"){
if(!pattern15.test(data15)){
validate25.errors = [{instancePath:instancePath+"/data/delegate/consumerAuthority",schemaPath:"#/properties/data/properties/delegate/properties/consumerAuthority/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate25.errors = [{instancePath:instancePath+"/data/delegate/consumerAuthority",schemaPath:"#/properties/data/properties/delegate/properties/consumerAuthority/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs33 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data14.delegate !== undefined){
let data16 = data14.delegate;
const _errs35 = errors;
if(errors === _errs35){
if(typeof data16 === "string"){
if(!pattern15.test(data16)){
validate25.errors = [{instancePath:instancePath+"/data/delegate/delegate",schemaPath:"#/properties/data/properties/delegate/properties/delegate/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate25.errors = [{instancePath:instancePath+"/data/delegate/delegate",schemaPath:"#/properties/data/properties/delegate/properties/delegate/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs35 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data14.state !== undefined){
let data17 = data14.state;
const _errs37 = errors;
if(!(((((data17 === "active") || (data17 === "absent")) || (data17 === "revoked")) || (data17 === "expired")) || (data17 === "exhausted"))){
validate25.errors = [{instancePath:instancePath+"/data/delegate/state",schemaPath:"#/properties/data/properties/delegate/properties/state/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid2 = _errs37 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data14.roundsAllowed !== undefined){
let data18 = data14.roundsAllowed;
const _errs38 = errors;
if(errors === _errs38){
if(typeof data18 === "string"){
if(!pattern83.test(data18)){
validate25.errors = [{instancePath:instancePath+"/data/delegate/roundsAllowed",schemaPath:"#/properties/data/properties/delegate/properties/roundsAllowed/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate25.errors = [{instancePath:instancePath+"/data/delegate/roundsAllowed",schemaPath:"#/properties/data/properties/delegate/properties/roundsAllowed/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs38 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data14.roundsLeft !== undefined){
let data19 = data14.roundsLeft;
const _errs40 = errors;
if(errors === _errs40){
if(typeof data19 === "string"){
if(!pattern83.test(data19)){
validate25.errors = [{instancePath:instancePath+"/data/delegate/roundsLeft",schemaPath:"#/properties/data/properties/delegate/properties/roundsLeft/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate25.errors = [{instancePath:instancePath+"/data/delegate/roundsLeft",schemaPath:"#/properties/data/properties/delegate/properties/roundsLeft/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs40 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data14.committedRounds !== undefined){
let data20 = data14.committedRounds;
const _errs42 = errors;
if(errors === _errs42){
if(typeof data20 === "string"){
if(!pattern83.test(data20)){
validate25.errors = [{instancePath:instancePath+"/data/delegate/committedRounds",schemaPath:"#/properties/data/properties/delegate/properties/committedRounds/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate25.errors = [{instancePath:instancePath+"/data/delegate/committedRounds",schemaPath:"#/properties/data/properties/delegate/properties/committedRounds/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs42 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data14.availableRounds !== undefined){
let data21 = data14.availableRounds;
const _errs44 = errors;
if(errors === _errs44){
if(typeof data21 === "string"){
if(!pattern83.test(data21)){
validate25.errors = [{instancePath:instancePath+"/data/delegate/availableRounds",schemaPath:"#/properties/data/properties/delegate/properties/availableRounds/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate25.errors = [{instancePath:instancePath+"/data/delegate/availableRounds",schemaPath:"#/properties/data/properties/delegate/properties/availableRounds/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs44 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data14.unsettledRounds !== undefined){
let data22 = data14.unsettledRounds;
const _errs46 = errors;
if(!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))){
validate25.errors = [{instancePath:instancePath+"/data/delegate/unsettledRounds",schemaPath:"#/properties/data/properties/delegate/properties/unsettledRounds/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs46){
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 > 9007199254740991 || isNaN(data22)){
validate25.errors = [{instancePath:instancePath+"/data/delegate/unsettledRounds",schemaPath:"#/properties/data/properties/delegate/properties/unsettledRounds/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data22 < 0 || isNaN(data22)){
validate25.errors = [{instancePath:instancePath+"/data/delegate/unsettledRounds",schemaPath:"#/properties/data/properties/delegate/properties/unsettledRounds/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid2 = _errs46 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data14.maxSignatures !== undefined){
let data23 = data14.maxSignatures;
const _errs48 = errors;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
validate25.errors = [{instancePath:instancePath+"/data/delegate/maxSignatures",schemaPath:"#/properties/data/properties/delegate/properties/maxSignatures/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs48){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 255 || isNaN(data23)){
validate25.errors = [{instancePath:instancePath+"/data/delegate/maxSignatures",schemaPath:"#/properties/data/properties/delegate/properties/maxSignatures/maximum",keyword:"maximum",params:{},message:"must be <= 255"}];
return false;
}
else {
if(data23 < 0 || isNaN(data23)){
validate25.errors = [{instancePath:instancePath+"/data/delegate/maxSignatures",schemaPath:"#/properties/data/properties/delegate/properties/maxSignatures/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid2 = _errs48 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data14.expiresAt !== undefined){
let data24 = data14.expiresAt;
const _errs50 = errors;
if((!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))) && (data24 !== null)){
validate25.errors = [{instancePath:instancePath+"/data/delegate/expiresAt",schemaPath:"#/properties/data/properties/delegate/properties/expiresAt/type",keyword:"type",params:{type: schema26.properties.data.properties.delegate.properties.expiresAt.type},message:"must be integer,null"}];
return false;
}
var valid2 = _errs50 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/data/delegate",schemaPath:"#/properties/data/properties/delegate/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs30 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate25.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate25.errors = vErrors;
return errors === 0;
}

export const getSubscriptionRounds200 = validate26;
const schema27 = {"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"ok","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["rounds","next"],"properties":{"rounds":{"type":"array","items":{"additionalProperties":false,"type":"object","required":["roundId","state","createdAt","isDelegated"],"properties":{"roundId":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{16,44}$","type":"string"},"state":{"enum":["reserved","pending","settled","failed","expired","lapsed","signed","settling","payment_unknown","paid","unpaid"]},"createdAt":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"timestamp":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"feedId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"reason":{"type":"string"},"settlement":{"additionalProperties":false,"type":"object","required":["signature","slot","final"],"properties":{"signature":{"type":["string","null"]},"slot":{"type":["integer","null"]},"final":{"type":"boolean"}}},"isDelegated":{"type":"boolean"},"consumerAuthority":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"signaturesRequired":{"minimum":1,"maximum":255,"type":"integer"}}}},"next":{"type":["string","null"]}}}}};
const pattern93 = /* @__PURE__ */ new RegExp("^[1-9A-HJ-NP-Za-km-z]{16,44}$", "u");

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.status === undefined) && (missing0 = "status")) || ((data.data === undefined) && (missing0 = "data"))){
validate26.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "status") || (key0 === "data"))){
validate26.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate26.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("ok" !== data0){
validate26.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((data1.rounds === undefined) && (missing1 = "rounds")) || ((data1.next === undefined) && (missing1 = "next"))){
validate26.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs6 = errors;
for(const key1 in data1){
if(!((key1 === "rounds") || (key1 === "next"))){
validate26.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs6 === errors){
if(data1.rounds !== undefined){
let data2 = data1.rounds;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data2)){
var valid2 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs9 = errors;
if(errors === _errs9){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing2;
if(((((data3.roundId === undefined) && (missing2 = "roundId")) || ((data3.state === undefined) && (missing2 = "state"))) || ((data3.createdAt === undefined) && (missing2 = "createdAt"))) || ((data3.isDelegated === undefined) && (missing2 = "isDelegated"))){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0,schemaPath:"#/properties/data/properties/rounds/items/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs11 = errors;
for(const key2 in data3){
if(!(func2.call(schema27.properties.data.properties.rounds.items.properties, key2))){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0,schemaPath:"#/properties/data/properties/rounds/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:""}];
return false;
break;
}
}
if(_errs11 === errors){
if(data3.roundId !== undefined){
let data4 = data3.roundId;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data4 === "string"){
if(!pattern93.test(data4)){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/roundId",schemaPath:"#/properties/data/properties/rounds/items/properties/roundId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/roundId",schemaPath:"#/properties/data/properties/rounds/items/properties/roundId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs12 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.state !== undefined){
let data5 = data3.state;
const _errs14 = errors;
if(!(((((((((((data5 === "reserved") || (data5 === "pending")) || (data5 === "settled")) || (data5 === "failed")) || (data5 === "expired")) || (data5 === "lapsed")) || (data5 === "signed")) || (data5 === "settling")) || (data5 === "payment_unknown")) || (data5 === "paid")) || (data5 === "unpaid"))){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/state",schemaPath:"#/properties/data/properties/rounds/items/properties/state/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid3 = _errs14 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.createdAt !== undefined){
let data6 = data3.createdAt;
const _errs15 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/createdAt",schemaPath:"#/properties/data/properties/rounds/items/properties/createdAt/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs15){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 9007199254740991 || isNaN(data6)){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/createdAt",schemaPath:"#/properties/data/properties/rounds/items/properties/createdAt/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/createdAt",schemaPath:"#/properties/data/properties/rounds/items/properties/createdAt/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid3 = _errs15 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.timestamp !== undefined){
let data7 = data3.timestamp;
const _errs17 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/timestamp",schemaPath:"#/properties/data/properties/rounds/items/properties/timestamp/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs17){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 9007199254740991 || isNaN(data7)){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/timestamp",schemaPath:"#/properties/data/properties/rounds/items/properties/timestamp/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/timestamp",schemaPath:"#/properties/data/properties/rounds/items/properties/timestamp/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid3 = _errs17 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.feedId !== undefined){
let data8 = data3.feedId;
const _errs19 = errors;
if(errors === _errs19){
if(typeof data8 === "string"){
if(!pattern0.test(data8)){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/feedId",schemaPath:"#/properties/data/properties/rounds/items/properties/feedId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/feedId",schemaPath:"#/properties/data/properties/rounds/items/properties/feedId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs19 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.reason !== undefined){
const _errs21 = errors;
if(typeof data3.reason !== "string"){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/reason",schemaPath:"#/properties/data/properties/rounds/items/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs21 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.settlement !== undefined){
let data10 = data3.settlement;
const _errs23 = errors;
if(errors === _errs23){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
let missing3;
if((((data10.signature === undefined) && (missing3 = "signature")) || ((data10.slot === undefined) && (missing3 = "slot"))) || ((data10.final === undefined) && (missing3 = "final"))){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/settlement",schemaPath:"#/properties/data/properties/rounds/items/properties/settlement/required",keyword:"required",params:{missingProperty: missing3},message:""}];
return false;
}
else {
const _errs25 = errors;
for(const key3 in data10){
if(!(((key3 === "signature") || (key3 === "slot")) || (key3 === "final"))){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/settlement",schemaPath:"#/properties/data/properties/rounds/items/properties/settlement/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""}];
return false;
break;
}
}
if(_errs25 === errors){
if(data10.signature !== undefined){
let data11 = data10.signature;
const _errs26 = errors;
if((typeof data11 !== "string") && (data11 !== null)){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/settlement/signature",schemaPath:"#/properties/data/properties/rounds/items/properties/settlement/properties/signature/type",keyword:"type",params:{type: schema27.properties.data.properties.rounds.items.properties.settlement.properties.signature.type},message:"must be string,null"}];
return false;
}
var valid4 = _errs26 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.slot !== undefined){
let data12 = data10.slot;
const _errs28 = errors;
if((!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))) && (data12 !== null)){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/settlement/slot",schemaPath:"#/properties/data/properties/rounds/items/properties/settlement/properties/slot/type",keyword:"type",params:{type: schema27.properties.data.properties.rounds.items.properties.settlement.properties.slot.type},message:"must be integer,null"}];
return false;
}
var valid4 = _errs28 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.final !== undefined){
const _errs30 = errors;
if(typeof data10.final !== "boolean"){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/settlement/final",schemaPath:"#/properties/data/properties/rounds/items/properties/settlement/properties/final/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid4 = _errs30 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
else {
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/settlement",schemaPath:"#/properties/data/properties/rounds/items/properties/settlement/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs23 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.isDelegated !== undefined){
const _errs32 = errors;
if(typeof data3.isDelegated !== "boolean"){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/isDelegated",schemaPath:"#/properties/data/properties/rounds/items/properties/isDelegated/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid3 = _errs32 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.consumerAuthority !== undefined){
let data15 = data3.consumerAuthority;
const _errs34 = errors;
if(errors === _errs34){
if(typeof data15 === "string"){
if(!pattern15.test(data15)){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/consumerAuthority",schemaPath:"#/properties/data/properties/rounds/items/properties/consumerAuthority/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/consumerAuthority",schemaPath:"#/properties/data/properties/rounds/items/properties/consumerAuthority/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs34 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.signaturesRequired !== undefined){
let data16 = data3.signaturesRequired;
const _errs36 = errors;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/signaturesRequired",schemaPath:"#/properties/data/properties/rounds/items/properties/signaturesRequired/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs36){
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 255 || isNaN(data16)){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/signaturesRequired",schemaPath:"#/properties/data/properties/rounds/items/properties/signaturesRequired/maximum",keyword:"maximum",params:{},message:"must be <= 255"}];
return false;
}
else {
if(data16 < 1 || isNaN(data16)){
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/signaturesRequired",schemaPath:"#/properties/data/properties/rounds/items/properties/signaturesRequired/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid3 = _errs36 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate26.errors = [{instancePath:instancePath+"/data/rounds/" + i0,schemaPath:"#/properties/data/properties/rounds/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs9 === errors;
if(!valid2){
break;
}
}
}
else {
validate26.errors = [{instancePath:instancePath+"/data/rounds",schemaPath:"#/properties/data/properties/rounds/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.next !== undefined){
let data17 = data1.next;
const _errs38 = errors;
if((typeof data17 !== "string") && (data17 !== null)){
validate26.errors = [{instancePath:instancePath+"/data/next",schemaPath:"#/properties/data/properties/next/type",keyword:"type",params:{type: schema27.properties.data.properties.next.type},message:"must be string,null"}];
return false;
}
var valid1 = _errs38 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
else {
validate26.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate26.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate26.errors = vErrors;
return errors === 0;
}

export const executeAgentRound402 = validate27;
const schema28 = {"additionalProperties":true,"type":"object","required":["error","code","x402Version","accepts"],"properties":{"error":{"type":"string"},"code":{"pattern":"^[a-z][a-z0-9_]*$","type":"string"},"registryVersion":{"minimum":0,"type":"integer"},"amount":{"minimum":0,"type":"integer"},"roundId":{"type":"string"},"scope":{"pattern":"^[a-z]{1,16}$","type":"string"},"authorization":{"pattern":"^[a-z]{1,16}$","type":"string"},"step":{"pattern":"^[a-z]{1,16}$","type":"string"},"rule":{"pattern":"^[a-z0-9_]{1,40}$","type":"string"},"reasons":{"type":"array","items":{"type":"string"}},"x402Version":{"const":1,"type":"number"},"accepts":{"minItems":1,"type":"array","items":{"additionalProperties":false,"type":"object","required":["scheme","network","maxAmountRequired","payTo","asset","resource","description","maxTimeoutSeconds","extra"],"properties":{"scheme":{"const":"exact","type":"string"},"network":{"type":"string"},"maxAmountRequired":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"payTo":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"asset":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"resource":{"const":"/v1/agent/execute","type":"string"},"description":{"type":"string"},"maxTimeoutSeconds":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"extra":{"additionalProperties":false,"type":"object","required":["payer","agent","gateway","feedId","canonicalTimestamp","amount","currentAtaBalance","committedAmount","note"],"properties":{"payer":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"agent":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"gateway":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"feedId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"canonicalTimestamp":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"amount":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"currentAtaBalance":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"committedAmount":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"note":{"type":"string"}}}}}}}};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.error === undefined) && (missing0 = "error")) || ((data.code === undefined) && (missing0 = "code"))) || ((data.x402Version === undefined) && (missing0 = "x402Version"))) || ((data.accepts === undefined) && (missing0 = "accepts"))){
validate27.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
if(data.error !== undefined){
const _errs2 = errors;
if(typeof data.error !== "string"){
validate27.errors = [{instancePath:instancePath+"/error",schemaPath:"#/properties/error/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.code !== undefined){
let data1 = data.code;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern75.test(data1)){
validate27.errors = [{instancePath:instancePath+"/code",schemaPath:"#/properties/code/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.registryVersion !== undefined){
let data2 = data.registryVersion;
const _errs6 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate27.errors = [{instancePath:instancePath+"/registryVersion",schemaPath:"#/properties/registryVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs6){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 0 || isNaN(data2)){
validate27.errors = [{instancePath:instancePath+"/registryVersion",schemaPath:"#/properties/registryVersion/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.amount !== undefined){
let data3 = data.amount;
const _errs8 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate27.errors = [{instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs8){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 0 || isNaN(data3)){
validate27.errors = [{instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.roundId !== undefined){
const _errs10 = errors;
if(typeof data.roundId !== "string"){
validate27.errors = [{instancePath:instancePath+"/roundId",schemaPath:"#/properties/roundId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scope !== undefined){
let data5 = data.scope;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data5 === "string"){
if(!pattern76.test(data5)){
validate27.errors = [{instancePath:instancePath+"/scope",schemaPath:"#/properties/scope/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/scope",schemaPath:"#/properties/scope/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.authorization !== undefined){
let data6 = data.authorization;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data6 === "string"){
if(!pattern76.test(data6)){
validate27.errors = [{instancePath:instancePath+"/authorization",schemaPath:"#/properties/authorization/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/authorization",schemaPath:"#/properties/authorization/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.step !== undefined){
let data7 = data.step;
const _errs16 = errors;
if(errors === _errs16){
if(typeof data7 === "string"){
if(!pattern76.test(data7)){
validate27.errors = [{instancePath:instancePath+"/step",schemaPath:"#/properties/step/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/step",schemaPath:"#/properties/step/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.rule !== undefined){
let data8 = data.rule;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data8 === "string"){
if(!pattern79.test(data8)){
validate27.errors = [{instancePath:instancePath+"/rule",schemaPath:"#/properties/rule/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/rule",schemaPath:"#/properties/rule/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reasons !== undefined){
let data9 = data.reasons;
const _errs20 = errors;
if(errors === _errs20){
if(Array.isArray(data9)){
var valid1 = true;
const len0 = data9.length;
for(let i0=0; i0<len0; i0++){
const _errs22 = errors;
if(typeof data9[i0] !== "string"){
validate27.errors = [{instancePath:instancePath+"/reasons/" + i0,schemaPath:"#/properties/reasons/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs22 === errors;
if(!valid1){
break;
}
}
}
else {
validate27.errors = [{instancePath:instancePath+"/reasons",schemaPath:"#/properties/reasons/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.x402Version !== undefined){
let data11 = data.x402Version;
const _errs24 = errors;
if(!((typeof data11 == "number") && (isFinite(data11)))){
validate27.errors = [{instancePath:instancePath+"/x402Version",schemaPath:"#/properties/x402Version/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
if(1 !== data11){
validate27.errors = [{instancePath:instancePath+"/x402Version",schemaPath:"#/properties/x402Version/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.accepts !== undefined){
let data12 = data.accepts;
const _errs26 = errors;
if(errors === _errs26){
if(Array.isArray(data12)){
if(data12.length < 1){
validate27.errors = [{instancePath:instancePath+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid2 = true;
const len1 = data12.length;
for(let i1=0; i1<len1; i1++){
let data13 = data12[i1];
const _errs28 = errors;
if(errors === _errs28){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
let missing1;
if((((((((((data13.scheme === undefined) && (missing1 = "scheme")) || ((data13.network === undefined) && (missing1 = "network"))) || ((data13.maxAmountRequired === undefined) && (missing1 = "maxAmountRequired"))) || ((data13.payTo === undefined) && (missing1 = "payTo"))) || ((data13.asset === undefined) && (missing1 = "asset"))) || ((data13.resource === undefined) && (missing1 = "resource"))) || ((data13.description === undefined) && (missing1 = "description"))) || ((data13.maxTimeoutSeconds === undefined) && (missing1 = "maxTimeoutSeconds"))) || ((data13.extra === undefined) && (missing1 = "extra"))){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1,schemaPath:"#/properties/accepts/items/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs30 = errors;
for(const key0 in data13){
if(!(func2.call(schema28.properties.accepts.items.properties, key0))){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1,schemaPath:"#/properties/accepts/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs30 === errors){
if(data13.scheme !== undefined){
let data14 = data13.scheme;
const _errs31 = errors;
if(typeof data14 !== "string"){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/scheme",schemaPath:"#/properties/accepts/items/properties/scheme/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("exact" !== data14){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/scheme",schemaPath:"#/properties/accepts/items/properties/scheme/const",keyword:"const",params:{},message:""}];
return false;
}
var valid3 = _errs31 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.network !== undefined){
const _errs33 = errors;
if(typeof data13.network !== "string"){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/network",schemaPath:"#/properties/accepts/items/properties/network/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs33 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.maxAmountRequired !== undefined){
let data16 = data13.maxAmountRequired;
const _errs35 = errors;
if(errors === _errs35){
if(typeof data16 === "string"){
if(!pattern83.test(data16)){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/maxAmountRequired",schemaPath:"#/properties/accepts/items/properties/maxAmountRequired/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/maxAmountRequired",schemaPath:"#/properties/accepts/items/properties/maxAmountRequired/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs35 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.payTo !== undefined){
let data17 = data13.payTo;
const _errs37 = errors;
if(errors === _errs37){
if(typeof data17 === "string"){
if(!pattern15.test(data17)){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/payTo",schemaPath:"#/properties/accepts/items/properties/payTo/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/payTo",schemaPath:"#/properties/accepts/items/properties/payTo/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs37 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.asset !== undefined){
let data18 = data13.asset;
const _errs39 = errors;
if(errors === _errs39){
if(typeof data18 === "string"){
if(!pattern15.test(data18)){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/asset",schemaPath:"#/properties/accepts/items/properties/asset/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/asset",schemaPath:"#/properties/accepts/items/properties/asset/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs39 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.resource !== undefined){
let data19 = data13.resource;
const _errs41 = errors;
if(typeof data19 !== "string"){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/resource",schemaPath:"#/properties/accepts/items/properties/resource/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("/v1/agent/execute" !== data19){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/resource",schemaPath:"#/properties/accepts/items/properties/resource/const",keyword:"const",params:{},message:""}];
return false;
}
var valid3 = _errs41 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.description !== undefined){
const _errs43 = errors;
if(typeof data13.description !== "string"){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/description",schemaPath:"#/properties/accepts/items/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs43 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.maxTimeoutSeconds !== undefined){
let data21 = data13.maxTimeoutSeconds;
const _errs45 = errors;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/maxTimeoutSeconds",schemaPath:"#/properties/accepts/items/properties/maxTimeoutSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs45){
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 9007199254740991 || isNaN(data21)){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/maxTimeoutSeconds",schemaPath:"#/properties/accepts/items/properties/maxTimeoutSeconds/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data21 < 0 || isNaN(data21)){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/maxTimeoutSeconds",schemaPath:"#/properties/accepts/items/properties/maxTimeoutSeconds/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid3 = _errs45 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.extra !== undefined){
let data22 = data13.extra;
const _errs47 = errors;
if(errors === _errs47){
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
let missing2;
if((((((((((data22.payer === undefined) && (missing2 = "payer")) || ((data22.agent === undefined) && (missing2 = "agent"))) || ((data22.gateway === undefined) && (missing2 = "gateway"))) || ((data22.feedId === undefined) && (missing2 = "feedId"))) || ((data22.canonicalTimestamp === undefined) && (missing2 = "canonicalTimestamp"))) || ((data22.amount === undefined) && (missing2 = "amount"))) || ((data22.currentAtaBalance === undefined) && (missing2 = "currentAtaBalance"))) || ((data22.committedAmount === undefined) && (missing2 = "committedAmount"))) || ((data22.note === undefined) && (missing2 = "note"))){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra",schemaPath:"#/properties/accepts/items/properties/extra/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs49 = errors;
for(const key1 in data22){
if(!(func2.call(schema28.properties.accepts.items.properties.extra.properties, key1))){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra",schemaPath:"#/properties/accepts/items/properties/extra/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs49 === errors){
if(data22.payer !== undefined){
let data23 = data22.payer;
const _errs50 = errors;
if(errors === _errs50){
if(typeof data23 === "string"){
if(!pattern15.test(data23)){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/payer",schemaPath:"#/properties/accepts/items/properties/extra/properties/payer/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/payer",schemaPath:"#/properties/accepts/items/properties/extra/properties/payer/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs50 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data22.agent !== undefined){
let data24 = data22.agent;
const _errs52 = errors;
if(errors === _errs52){
if(typeof data24 === "string"){
if(!pattern15.test(data24)){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/agent",schemaPath:"#/properties/accepts/items/properties/extra/properties/agent/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/agent",schemaPath:"#/properties/accepts/items/properties/extra/properties/agent/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs52 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data22.gateway !== undefined){
let data25 = data22.gateway;
const _errs54 = errors;
if(errors === _errs54){
if(typeof data25 === "string"){
if(!pattern15.test(data25)){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/gateway",schemaPath:"#/properties/accepts/items/properties/extra/properties/gateway/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/gateway",schemaPath:"#/properties/accepts/items/properties/extra/properties/gateway/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs54 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data22.feedId !== undefined){
let data26 = data22.feedId;
const _errs56 = errors;
if(errors === _errs56){
if(typeof data26 === "string"){
if(!pattern0.test(data26)){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/feedId",schemaPath:"#/properties/accepts/items/properties/extra/properties/feedId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/feedId",schemaPath:"#/properties/accepts/items/properties/extra/properties/feedId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs56 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data22.canonicalTimestamp !== undefined){
let data27 = data22.canonicalTimestamp;
const _errs58 = errors;
if(!(((typeof data27 == "number") && (!(data27 % 1) && !isNaN(data27))) && (isFinite(data27)))){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/canonicalTimestamp",schemaPath:"#/properties/accepts/items/properties/extra/properties/canonicalTimestamp/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs58){
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 > 9007199254740991 || isNaN(data27)){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/canonicalTimestamp",schemaPath:"#/properties/accepts/items/properties/extra/properties/canonicalTimestamp/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data27 < 0 || isNaN(data27)){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/canonicalTimestamp",schemaPath:"#/properties/accepts/items/properties/extra/properties/canonicalTimestamp/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid4 = _errs58 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data22.amount !== undefined){
let data28 = data22.amount;
const _errs60 = errors;
if(errors === _errs60){
if(typeof data28 === "string"){
if(!pattern83.test(data28)){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/amount",schemaPath:"#/properties/accepts/items/properties/extra/properties/amount/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/amount",schemaPath:"#/properties/accepts/items/properties/extra/properties/amount/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs60 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data22.currentAtaBalance !== undefined){
let data29 = data22.currentAtaBalance;
const _errs62 = errors;
if(errors === _errs62){
if(typeof data29 === "string"){
if(!pattern83.test(data29)){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/currentAtaBalance",schemaPath:"#/properties/accepts/items/properties/extra/properties/currentAtaBalance/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/currentAtaBalance",schemaPath:"#/properties/accepts/items/properties/extra/properties/currentAtaBalance/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs62 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data22.committedAmount !== undefined){
let data30 = data22.committedAmount;
const _errs64 = errors;
if(errors === _errs64){
if(typeof data30 === "string"){
if(!pattern83.test(data30)){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/committedAmount",schemaPath:"#/properties/accepts/items/properties/extra/properties/committedAmount/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/committedAmount",schemaPath:"#/properties/accepts/items/properties/extra/properties/committedAmount/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs64 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data22.note !== undefined){
const _errs66 = errors;
if(typeof data22.note !== "string"){
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/note",schemaPath:"#/properties/accepts/items/properties/extra/properties/note/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs66 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra",schemaPath:"#/properties/accepts/items/properties/extra/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs47 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate27.errors = [{instancePath:instancePath+"/accepts/" + i1,schemaPath:"#/properties/accepts/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs28 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate27.errors = [{instancePath:instancePath+"/accepts",schemaPath:"#/properties/accepts/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate27.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate27.errors = vErrors;
return errors === 0;
}

export const getAgentStatus200 = validate28;
const schema29 = {"additionalProperties":false,"type":"object","required":["payer","gateway","escrow","exists","authority","status","ataAddress","ataExists","ataBalance","committedAmount","quotedNextPrice","unsettledRounds"],"properties":{"payer":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"gateway":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"escrow":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"exists":{"type":"boolean"},"authority":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"status":{"enum":["Active","Paused"]},"ataAddress":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"ataExists":{"type":"boolean"},"ataBalance":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"committedAmount":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"quotedNextPrice":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"unsettledRounds":{"minimum":0,"maximum":9007199254740991,"type":"integer"}}};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((((data.payer === undefined) && (missing0 = "payer")) || ((data.gateway === undefined) && (missing0 = "gateway"))) || ((data.escrow === undefined) && (missing0 = "escrow"))) || ((data.exists === undefined) && (missing0 = "exists"))) || ((data.authority === undefined) && (missing0 = "authority"))) || ((data.status === undefined) && (missing0 = "status"))) || ((data.ataAddress === undefined) && (missing0 = "ataAddress"))) || ((data.ataExists === undefined) && (missing0 = "ataExists"))) || ((data.ataBalance === undefined) && (missing0 = "ataBalance"))) || ((data.committedAmount === undefined) && (missing0 = "committedAmount"))) || ((data.quotedNextPrice === undefined) && (missing0 = "quotedNextPrice"))) || ((data.unsettledRounds === undefined) && (missing0 = "unsettledRounds"))){
validate28.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema29.properties, key0))){
validate28.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.payer !== undefined){
let data0 = data.payer;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern15.test(data0)){
validate28.errors = [{instancePath:instancePath+"/payer",schemaPath:"#/properties/payer/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate28.errors = [{instancePath:instancePath+"/payer",schemaPath:"#/properties/payer/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.gateway !== undefined){
let data1 = data.gateway;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern15.test(data1)){
validate28.errors = [{instancePath:instancePath+"/gateway",schemaPath:"#/properties/gateway/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate28.errors = [{instancePath:instancePath+"/gateway",schemaPath:"#/properties/gateway/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.escrow !== undefined){
let data2 = data.escrow;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(!pattern15.test(data2)){
validate28.errors = [{instancePath:instancePath+"/escrow",schemaPath:"#/properties/escrow/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate28.errors = [{instancePath:instancePath+"/escrow",schemaPath:"#/properties/escrow/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.exists !== undefined){
const _errs8 = errors;
if(typeof data.exists !== "boolean"){
validate28.errors = [{instancePath:instancePath+"/exists",schemaPath:"#/properties/exists/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.authority !== undefined){
let data4 = data.authority;
const _errs10 = errors;
if(errors === _errs10){
if(typeof data4 === "string"){
if(!pattern15.test(data4)){
validate28.errors = [{instancePath:instancePath+"/authority",schemaPath:"#/properties/authority/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate28.errors = [{instancePath:instancePath+"/authority",schemaPath:"#/properties/authority/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data5 = data.status;
const _errs12 = errors;
if(!((data5 === "Active") || (data5 === "Paused"))){
validate28.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.ataAddress !== undefined){
let data6 = data.ataAddress;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data6 === "string"){
if(!pattern15.test(data6)){
validate28.errors = [{instancePath:instancePath+"/ataAddress",schemaPath:"#/properties/ataAddress/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate28.errors = [{instancePath:instancePath+"/ataAddress",schemaPath:"#/properties/ataAddress/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.ataExists !== undefined){
const _errs15 = errors;
if(typeof data.ataExists !== "boolean"){
validate28.errors = [{instancePath:instancePath+"/ataExists",schemaPath:"#/properties/ataExists/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.ataBalance !== undefined){
let data8 = data.ataBalance;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data8 === "string"){
if(!pattern83.test(data8)){
validate28.errors = [{instancePath:instancePath+"/ataBalance",schemaPath:"#/properties/ataBalance/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate28.errors = [{instancePath:instancePath+"/ataBalance",schemaPath:"#/properties/ataBalance/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.committedAmount !== undefined){
let data9 = data.committedAmount;
const _errs19 = errors;
if(errors === _errs19){
if(typeof data9 === "string"){
if(!pattern83.test(data9)){
validate28.errors = [{instancePath:instancePath+"/committedAmount",schemaPath:"#/properties/committedAmount/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate28.errors = [{instancePath:instancePath+"/committedAmount",schemaPath:"#/properties/committedAmount/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.quotedNextPrice !== undefined){
let data10 = data.quotedNextPrice;
const _errs21 = errors;
if(errors === _errs21){
if(typeof data10 === "string"){
if(!pattern83.test(data10)){
validate28.errors = [{instancePath:instancePath+"/quotedNextPrice",schemaPath:"#/properties/quotedNextPrice/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate28.errors = [{instancePath:instancePath+"/quotedNextPrice",schemaPath:"#/properties/quotedNextPrice/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.unsettledRounds !== undefined){
let data11 = data.unsettledRounds;
const _errs23 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate28.errors = [{instancePath:instancePath+"/unsettledRounds",schemaPath:"#/properties/unsettledRounds/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs23){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 9007199254740991 || isNaN(data11)){
validate28.errors = [{instancePath:instancePath+"/unsettledRounds",schemaPath:"#/properties/unsettledRounds/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data11 < 0 || isNaN(data11)){
validate28.errors = [{instancePath:instancePath+"/unsettledRounds",schemaPath:"#/properties/unsettledRounds/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate28.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate28.errors = vErrors;
return errors === 0;
}

export const getAgentRounds200 = validate29;
const schema30 = {"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"ok","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["rounds","next"],"properties":{"rounds":{"type":"array","items":{"additionalProperties":false,"type":"object","required":["roundId","state","createdAt","amount"],"properties":{"roundId":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{16,44}$","type":"string"},"state":{"enum":["reserved","pending","settled","failed","expired","lapsed","signed","settling","payment_unknown","paid","unpaid"]},"createdAt":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"timestamp":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"feedId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"reason":{"type":"string"},"settlement":{"additionalProperties":false,"type":"object","required":["signature","slot","final"],"properties":{"signature":{"type":["string","null"]},"slot":{"type":["integer","null"]},"final":{"type":"boolean"}}},"amount":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"}}}},"next":{"type":["string","null"]}}}}};

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.status === undefined) && (missing0 = "status")) || ((data.data === undefined) && (missing0 = "data"))){
validate29.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "status") || (key0 === "data"))){
validate29.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate29.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("ok" !== data0){
validate29.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((data1.rounds === undefined) && (missing1 = "rounds")) || ((data1.next === undefined) && (missing1 = "next"))){
validate29.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs6 = errors;
for(const key1 in data1){
if(!((key1 === "rounds") || (key1 === "next"))){
validate29.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs6 === errors){
if(data1.rounds !== undefined){
let data2 = data1.rounds;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data2)){
var valid2 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs9 = errors;
if(errors === _errs9){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing2;
if(((((data3.roundId === undefined) && (missing2 = "roundId")) || ((data3.state === undefined) && (missing2 = "state"))) || ((data3.createdAt === undefined) && (missing2 = "createdAt"))) || ((data3.amount === undefined) && (missing2 = "amount"))){
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0,schemaPath:"#/properties/data/properties/rounds/items/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs11 = errors;
for(const key2 in data3){
if(!((((((((key2 === "roundId") || (key2 === "state")) || (key2 === "createdAt")) || (key2 === "timestamp")) || (key2 === "feedId")) || (key2 === "reason")) || (key2 === "settlement")) || (key2 === "amount"))){
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0,schemaPath:"#/properties/data/properties/rounds/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:""}];
return false;
break;
}
}
if(_errs11 === errors){
if(data3.roundId !== undefined){
let data4 = data3.roundId;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data4 === "string"){
if(!pattern93.test(data4)){
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/roundId",schemaPath:"#/properties/data/properties/rounds/items/properties/roundId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/roundId",schemaPath:"#/properties/data/properties/rounds/items/properties/roundId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs12 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.state !== undefined){
let data5 = data3.state;
const _errs14 = errors;
if(!(((((((((((data5 === "reserved") || (data5 === "pending")) || (data5 === "settled")) || (data5 === "failed")) || (data5 === "expired")) || (data5 === "lapsed")) || (data5 === "signed")) || (data5 === "settling")) || (data5 === "payment_unknown")) || (data5 === "paid")) || (data5 === "unpaid"))){
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/state",schemaPath:"#/properties/data/properties/rounds/items/properties/state/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid3 = _errs14 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.createdAt !== undefined){
let data6 = data3.createdAt;
const _errs15 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/createdAt",schemaPath:"#/properties/data/properties/rounds/items/properties/createdAt/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs15){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 9007199254740991 || isNaN(data6)){
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/createdAt",schemaPath:"#/properties/data/properties/rounds/items/properties/createdAt/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/createdAt",schemaPath:"#/properties/data/properties/rounds/items/properties/createdAt/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid3 = _errs15 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.timestamp !== undefined){
let data7 = data3.timestamp;
const _errs17 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/timestamp",schemaPath:"#/properties/data/properties/rounds/items/properties/timestamp/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs17){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 9007199254740991 || isNaN(data7)){
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/timestamp",schemaPath:"#/properties/data/properties/rounds/items/properties/timestamp/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/timestamp",schemaPath:"#/properties/data/properties/rounds/items/properties/timestamp/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid3 = _errs17 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.feedId !== undefined){
let data8 = data3.feedId;
const _errs19 = errors;
if(errors === _errs19){
if(typeof data8 === "string"){
if(!pattern0.test(data8)){
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/feedId",schemaPath:"#/properties/data/properties/rounds/items/properties/feedId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/feedId",schemaPath:"#/properties/data/properties/rounds/items/properties/feedId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs19 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.reason !== undefined){
const _errs21 = errors;
if(typeof data3.reason !== "string"){
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/reason",schemaPath:"#/properties/data/properties/rounds/items/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs21 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.settlement !== undefined){
let data10 = data3.settlement;
const _errs23 = errors;
if(errors === _errs23){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
let missing3;
if((((data10.signature === undefined) && (missing3 = "signature")) || ((data10.slot === undefined) && (missing3 = "slot"))) || ((data10.final === undefined) && (missing3 = "final"))){
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/settlement",schemaPath:"#/properties/data/properties/rounds/items/properties/settlement/required",keyword:"required",params:{missingProperty: missing3},message:""}];
return false;
}
else {
const _errs25 = errors;
for(const key3 in data10){
if(!(((key3 === "signature") || (key3 === "slot")) || (key3 === "final"))){
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/settlement",schemaPath:"#/properties/data/properties/rounds/items/properties/settlement/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""}];
return false;
break;
}
}
if(_errs25 === errors){
if(data10.signature !== undefined){
let data11 = data10.signature;
const _errs26 = errors;
if((typeof data11 !== "string") && (data11 !== null)){
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/settlement/signature",schemaPath:"#/properties/data/properties/rounds/items/properties/settlement/properties/signature/type",keyword:"type",params:{type: schema30.properties.data.properties.rounds.items.properties.settlement.properties.signature.type},message:"must be string,null"}];
return false;
}
var valid4 = _errs26 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.slot !== undefined){
let data12 = data10.slot;
const _errs28 = errors;
if((!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))) && (data12 !== null)){
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/settlement/slot",schemaPath:"#/properties/data/properties/rounds/items/properties/settlement/properties/slot/type",keyword:"type",params:{type: schema30.properties.data.properties.rounds.items.properties.settlement.properties.slot.type},message:"must be integer,null"}];
return false;
}
var valid4 = _errs28 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.final !== undefined){
const _errs30 = errors;
if(typeof data10.final !== "boolean"){
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/settlement/final",schemaPath:"#/properties/data/properties/rounds/items/properties/settlement/properties/final/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid4 = _errs30 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
else {
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/settlement",schemaPath:"#/properties/data/properties/rounds/items/properties/settlement/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs23 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.amount !== undefined){
let data14 = data3.amount;
const _errs32 = errors;
if(errors === _errs32){
if(typeof data14 === "string"){
if(!pattern83.test(data14)){
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/amount",schemaPath:"#/properties/data/properties/rounds/items/properties/amount/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/amount",schemaPath:"#/properties/data/properties/rounds/items/properties/amount/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs32 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate29.errors = [{instancePath:instancePath+"/data/rounds/" + i0,schemaPath:"#/properties/data/properties/rounds/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs9 === errors;
if(!valid2){
break;
}
}
}
else {
validate29.errors = [{instancePath:instancePath+"/data/rounds",schemaPath:"#/properties/data/properties/rounds/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.next !== undefined){
let data15 = data1.next;
const _errs34 = errors;
if((typeof data15 !== "string") && (data15 !== null)){
validate29.errors = [{instancePath:instancePath+"/data/next",schemaPath:"#/properties/data/properties/next/type",keyword:"type",params:{type: schema30.properties.data.properties.next.type},message:"must be string,null"}];
return false;
}
var valid1 = _errs34 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
else {
validate29.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate29.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate29.errors = vErrors;
return errors === 0;
}

export const executeX402Round402 = validate30;
const schema31 = {"additionalProperties":true,"type":"object","required":["error","code","x402Version","resource","accepts"],"properties":{"error":{"type":"string"},"code":{"pattern":"^[a-z][a-z0-9_]*$","type":"string"},"registryVersion":{"minimum":0,"type":"integer"},"amount":{"minimum":0,"type":"integer"},"roundId":{"type":"string"},"scope":{"pattern":"^[a-z]{1,16}$","type":"string"},"authorization":{"pattern":"^[a-z]{1,16}$","type":"string"},"step":{"pattern":"^[a-z]{1,16}$","type":"string"},"rule":{"pattern":"^[a-z0-9_]{1,40}$","type":"string"},"reasons":{"type":"array","items":{"type":"string"}},"x402Version":{"const":2,"type":"number"},"resource":{"additionalProperties":false,"type":"object","required":["url","description","mimeType"],"properties":{"url":{"type":"string"},"description":{"type":"string"},"mimeType":{"type":"string"}}},"accepts":{"minItems":1,"type":"array","items":{"additionalProperties":false,"type":"object","required":["scheme","network","amount","asset","payTo","maxTimeoutSeconds","extra"],"properties":{"scheme":{"const":"exact","type":"string"},"network":{"type":"string"},"amount":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"asset":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"payTo":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"maxTimeoutSeconds":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"extra":{"additionalProperties":false,"type":"object","required":["feePayer","memo"],"properties":{"feePayer":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"memo":{"pattern":"^[0-9a-f]{32}$","type":"string"}}}}}},"extensions":{"additionalProperties":true,"type":"object","properties":{"upstream":{"additionalProperties":false,"type":"object","required":["resource","signaturesRequired","redundancyBuffer","nodeCount","eligibleSetSize","supportedX402Versions"],"properties":{"provider":{"type":"string"},"resource":{"type":"string"},"signaturesRequired":{"minimum":1,"maximum":255,"type":"integer"},"redundancyBuffer":{"minimum":0,"maximum":255,"type":"integer"},"nodeCount":{"minimum":0,"maximum":64,"type":"integer"},"eligibleSetSize":{"minimum":1,"maximum":64,"type":"integer"},"supportedX402Versions":{"type":"array","items":{"type":"integer"}},"error":{"type":"string"}}}}}}};
const pattern131 = /* @__PURE__ */ new RegExp("^[0-9a-f]{32}$", "u");

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.error === undefined) && (missing0 = "error")) || ((data.code === undefined) && (missing0 = "code"))) || ((data.x402Version === undefined) && (missing0 = "x402Version"))) || ((data.resource === undefined) && (missing0 = "resource"))) || ((data.accepts === undefined) && (missing0 = "accepts"))){
validate30.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
if(data.error !== undefined){
const _errs2 = errors;
if(typeof data.error !== "string"){
validate30.errors = [{instancePath:instancePath+"/error",schemaPath:"#/properties/error/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.code !== undefined){
let data1 = data.code;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern75.test(data1)){
validate30.errors = [{instancePath:instancePath+"/code",schemaPath:"#/properties/code/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate30.errors = [{instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.registryVersion !== undefined){
let data2 = data.registryVersion;
const _errs6 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate30.errors = [{instancePath:instancePath+"/registryVersion",schemaPath:"#/properties/registryVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs6){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 0 || isNaN(data2)){
validate30.errors = [{instancePath:instancePath+"/registryVersion",schemaPath:"#/properties/registryVersion/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.amount !== undefined){
let data3 = data.amount;
const _errs8 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate30.errors = [{instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs8){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 0 || isNaN(data3)){
validate30.errors = [{instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.roundId !== undefined){
const _errs10 = errors;
if(typeof data.roundId !== "string"){
validate30.errors = [{instancePath:instancePath+"/roundId",schemaPath:"#/properties/roundId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scope !== undefined){
let data5 = data.scope;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data5 === "string"){
if(!pattern76.test(data5)){
validate30.errors = [{instancePath:instancePath+"/scope",schemaPath:"#/properties/scope/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate30.errors = [{instancePath:instancePath+"/scope",schemaPath:"#/properties/scope/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.authorization !== undefined){
let data6 = data.authorization;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data6 === "string"){
if(!pattern76.test(data6)){
validate30.errors = [{instancePath:instancePath+"/authorization",schemaPath:"#/properties/authorization/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate30.errors = [{instancePath:instancePath+"/authorization",schemaPath:"#/properties/authorization/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.step !== undefined){
let data7 = data.step;
const _errs16 = errors;
if(errors === _errs16){
if(typeof data7 === "string"){
if(!pattern76.test(data7)){
validate30.errors = [{instancePath:instancePath+"/step",schemaPath:"#/properties/step/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate30.errors = [{instancePath:instancePath+"/step",schemaPath:"#/properties/step/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.rule !== undefined){
let data8 = data.rule;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data8 === "string"){
if(!pattern79.test(data8)){
validate30.errors = [{instancePath:instancePath+"/rule",schemaPath:"#/properties/rule/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate30.errors = [{instancePath:instancePath+"/rule",schemaPath:"#/properties/rule/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reasons !== undefined){
let data9 = data.reasons;
const _errs20 = errors;
if(errors === _errs20){
if(Array.isArray(data9)){
var valid1 = true;
const len0 = data9.length;
for(let i0=0; i0<len0; i0++){
const _errs22 = errors;
if(typeof data9[i0] !== "string"){
validate30.errors = [{instancePath:instancePath+"/reasons/" + i0,schemaPath:"#/properties/reasons/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs22 === errors;
if(!valid1){
break;
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/reasons",schemaPath:"#/properties/reasons/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.x402Version !== undefined){
let data11 = data.x402Version;
const _errs24 = errors;
if(!((typeof data11 == "number") && (isFinite(data11)))){
validate30.errors = [{instancePath:instancePath+"/x402Version",schemaPath:"#/properties/x402Version/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
if(2 !== data11){
validate30.errors = [{instancePath:instancePath+"/x402Version",schemaPath:"#/properties/x402Version/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.resource !== undefined){
let data12 = data.resource;
const _errs26 = errors;
if(errors === _errs26){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing1;
if((((data12.url === undefined) && (missing1 = "url")) || ((data12.description === undefined) && (missing1 = "description"))) || ((data12.mimeType === undefined) && (missing1 = "mimeType"))){
validate30.errors = [{instancePath:instancePath+"/resource",schemaPath:"#/properties/resource/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs28 = errors;
for(const key0 in data12){
if(!(((key0 === "url") || (key0 === "description")) || (key0 === "mimeType"))){
validate30.errors = [{instancePath:instancePath+"/resource",schemaPath:"#/properties/resource/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs28 === errors){
if(data12.url !== undefined){
const _errs29 = errors;
if(typeof data12.url !== "string"){
validate30.errors = [{instancePath:instancePath+"/resource/url",schemaPath:"#/properties/resource/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs29 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data12.description !== undefined){
const _errs31 = errors;
if(typeof data12.description !== "string"){
validate30.errors = [{instancePath:instancePath+"/resource/description",schemaPath:"#/properties/resource/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs31 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data12.mimeType !== undefined){
const _errs33 = errors;
if(typeof data12.mimeType !== "string"){
validate30.errors = [{instancePath:instancePath+"/resource/mimeType",schemaPath:"#/properties/resource/properties/mimeType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs33 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/resource",schemaPath:"#/properties/resource/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.accepts !== undefined){
let data16 = data.accepts;
const _errs35 = errors;
if(errors === _errs35){
if(Array.isArray(data16)){
if(data16.length < 1){
validate30.errors = [{instancePath:instancePath+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid3 = true;
const len1 = data16.length;
for(let i1=0; i1<len1; i1++){
let data17 = data16[i1];
const _errs37 = errors;
if(errors === _errs37){
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
let missing2;
if((((((((data17.scheme === undefined) && (missing2 = "scheme")) || ((data17.network === undefined) && (missing2 = "network"))) || ((data17.amount === undefined) && (missing2 = "amount"))) || ((data17.asset === undefined) && (missing2 = "asset"))) || ((data17.payTo === undefined) && (missing2 = "payTo"))) || ((data17.maxTimeoutSeconds === undefined) && (missing2 = "maxTimeoutSeconds"))) || ((data17.extra === undefined) && (missing2 = "extra"))){
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1,schemaPath:"#/properties/accepts/items/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs39 = errors;
for(const key1 in data17){
if(!(((((((key1 === "scheme") || (key1 === "network")) || (key1 === "amount")) || (key1 === "asset")) || (key1 === "payTo")) || (key1 === "maxTimeoutSeconds")) || (key1 === "extra"))){
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1,schemaPath:"#/properties/accepts/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs39 === errors){
if(data17.scheme !== undefined){
let data18 = data17.scheme;
const _errs40 = errors;
if(typeof data18 !== "string"){
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/scheme",schemaPath:"#/properties/accepts/items/properties/scheme/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("exact" !== data18){
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/scheme",schemaPath:"#/properties/accepts/items/properties/scheme/const",keyword:"const",params:{},message:""}];
return false;
}
var valid4 = _errs40 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data17.network !== undefined){
const _errs42 = errors;
if(typeof data17.network !== "string"){
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/network",schemaPath:"#/properties/accepts/items/properties/network/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs42 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data17.amount !== undefined){
let data20 = data17.amount;
const _errs44 = errors;
if(errors === _errs44){
if(typeof data20 === "string"){
if(!pattern83.test(data20)){
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/amount",schemaPath:"#/properties/accepts/items/properties/amount/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/amount",schemaPath:"#/properties/accepts/items/properties/amount/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs44 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data17.asset !== undefined){
let data21 = data17.asset;
const _errs46 = errors;
if(errors === _errs46){
if(typeof data21 === "string"){
if(!pattern15.test(data21)){
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/asset",schemaPath:"#/properties/accepts/items/properties/asset/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/asset",schemaPath:"#/properties/accepts/items/properties/asset/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs46 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data17.payTo !== undefined){
let data22 = data17.payTo;
const _errs48 = errors;
if(errors === _errs48){
if(typeof data22 === "string"){
if(!pattern15.test(data22)){
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/payTo",schemaPath:"#/properties/accepts/items/properties/payTo/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/payTo",schemaPath:"#/properties/accepts/items/properties/payTo/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs48 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data17.maxTimeoutSeconds !== undefined){
let data23 = data17.maxTimeoutSeconds;
const _errs50 = errors;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/maxTimeoutSeconds",schemaPath:"#/properties/accepts/items/properties/maxTimeoutSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs50){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 9007199254740991 || isNaN(data23)){
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/maxTimeoutSeconds",schemaPath:"#/properties/accepts/items/properties/maxTimeoutSeconds/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data23 < 0 || isNaN(data23)){
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/maxTimeoutSeconds",schemaPath:"#/properties/accepts/items/properties/maxTimeoutSeconds/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid4 = _errs50 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data17.extra !== undefined){
let data24 = data17.extra;
const _errs52 = errors;
if(errors === _errs52){
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
let missing3;
if(((data24.feePayer === undefined) && (missing3 = "feePayer")) || ((data24.memo === undefined) && (missing3 = "memo"))){
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra",schemaPath:"#/properties/accepts/items/properties/extra/required",keyword:"required",params:{missingProperty: missing3},message:""}];
return false;
}
else {
const _errs54 = errors;
for(const key2 in data24){
if(!((key2 === "feePayer") || (key2 === "memo"))){
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra",schemaPath:"#/properties/accepts/items/properties/extra/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:""}];
return false;
break;
}
}
if(_errs54 === errors){
if(data24.feePayer !== undefined){
let data25 = data24.feePayer;
const _errs55 = errors;
if(errors === _errs55){
if(typeof data25 === "string"){
if(!pattern15.test(data25)){
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/feePayer",schemaPath:"#/properties/accepts/items/properties/extra/properties/feePayer/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/feePayer",schemaPath:"#/properties/accepts/items/properties/extra/properties/feePayer/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs55 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data24.memo !== undefined){
let data26 = data24.memo;
const _errs57 = errors;
if(errors === _errs57){
if(typeof data26 === "string"){
if(!pattern131.test(data26)){
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/memo",schemaPath:"#/properties/accepts/items/properties/extra/properties/memo/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra/memo",schemaPath:"#/properties/accepts/items/properties/extra/properties/memo/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs57 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1+"/extra",schemaPath:"#/properties/accepts/items/properties/extra/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid4 = _errs52 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/accepts/" + i1,schemaPath:"#/properties/accepts/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs37 === errors;
if(!valid3){
break;
}
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/accepts",schemaPath:"#/properties/accepts/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.extensions !== undefined){
let data27 = data.extensions;
const _errs59 = errors;
if(errors === _errs59){
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(data27.upstream !== undefined){
let data28 = data27.upstream;
const _errs62 = errors;
if(errors === _errs62){
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
let missing4;
if(((((((data28.resource === undefined) && (missing4 = "resource")) || ((data28.signaturesRequired === undefined) && (missing4 = "signaturesRequired"))) || ((data28.redundancyBuffer === undefined) && (missing4 = "redundancyBuffer"))) || ((data28.nodeCount === undefined) && (missing4 = "nodeCount"))) || ((data28.eligibleSetSize === undefined) && (missing4 = "eligibleSetSize"))) || ((data28.supportedX402Versions === undefined) && (missing4 = "supportedX402Versions"))){
validate30.errors = [{instancePath:instancePath+"/extensions/upstream",schemaPath:"#/properties/extensions/properties/upstream/required",keyword:"required",params:{missingProperty: missing4},message:""}];
return false;
}
else {
const _errs64 = errors;
for(const key3 in data28){
if(!((((((((key3 === "provider") || (key3 === "resource")) || (key3 === "signaturesRequired")) || (key3 === "redundancyBuffer")) || (key3 === "nodeCount")) || (key3 === "eligibleSetSize")) || (key3 === "supportedX402Versions")) || (key3 === "error"))){
validate30.errors = [{instancePath:instancePath+"/extensions/upstream",schemaPath:"#/properties/extensions/properties/upstream/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""}];
return false;
break;
}
}
if(_errs64 === errors){
if(data28.provider !== undefined){
const _errs65 = errors;
if(typeof data28.provider !== "string"){
validate30.errors = [{instancePath:instancePath+"/extensions/upstream/provider",schemaPath:"#/properties/extensions/properties/upstream/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs65 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data28.resource !== undefined){
const _errs67 = errors;
if(typeof data28.resource !== "string"){
validate30.errors = [{instancePath:instancePath+"/extensions/upstream/resource",schemaPath:"#/properties/extensions/properties/upstream/properties/resource/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs67 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data28.signaturesRequired !== undefined){
let data31 = data28.signaturesRequired;
const _errs69 = errors;
if(!(((typeof data31 == "number") && (!(data31 % 1) && !isNaN(data31))) && (isFinite(data31)))){
validate30.errors = [{instancePath:instancePath+"/extensions/upstream/signaturesRequired",schemaPath:"#/properties/extensions/properties/upstream/properties/signaturesRequired/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs69){
if((typeof data31 == "number") && (isFinite(data31))){
if(data31 > 255 || isNaN(data31)){
validate30.errors = [{instancePath:instancePath+"/extensions/upstream/signaturesRequired",schemaPath:"#/properties/extensions/properties/upstream/properties/signaturesRequired/maximum",keyword:"maximum",params:{},message:"must be <= 255"}];
return false;
}
else {
if(data31 < 1 || isNaN(data31)){
validate30.errors = [{instancePath:instancePath+"/extensions/upstream/signaturesRequired",schemaPath:"#/properties/extensions/properties/upstream/properties/signaturesRequired/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid7 = _errs69 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data28.redundancyBuffer !== undefined){
let data32 = data28.redundancyBuffer;
const _errs71 = errors;
if(!(((typeof data32 == "number") && (!(data32 % 1) && !isNaN(data32))) && (isFinite(data32)))){
validate30.errors = [{instancePath:instancePath+"/extensions/upstream/redundancyBuffer",schemaPath:"#/properties/extensions/properties/upstream/properties/redundancyBuffer/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs71){
if((typeof data32 == "number") && (isFinite(data32))){
if(data32 > 255 || isNaN(data32)){
validate30.errors = [{instancePath:instancePath+"/extensions/upstream/redundancyBuffer",schemaPath:"#/properties/extensions/properties/upstream/properties/redundancyBuffer/maximum",keyword:"maximum",params:{},message:"must be <= 255"}];
return false;
}
else {
if(data32 < 0 || isNaN(data32)){
validate30.errors = [{instancePath:instancePath+"/extensions/upstream/redundancyBuffer",schemaPath:"#/properties/extensions/properties/upstream/properties/redundancyBuffer/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid7 = _errs71 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data28.nodeCount !== undefined){
let data33 = data28.nodeCount;
const _errs73 = errors;
if(!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))){
validate30.errors = [{instancePath:instancePath+"/extensions/upstream/nodeCount",schemaPath:"#/properties/extensions/properties/upstream/properties/nodeCount/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs73){
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 > 64 || isNaN(data33)){
validate30.errors = [{instancePath:instancePath+"/extensions/upstream/nodeCount",schemaPath:"#/properties/extensions/properties/upstream/properties/nodeCount/maximum",keyword:"maximum",params:{},message:"must be <= 64"}];
return false;
}
else {
if(data33 < 0 || isNaN(data33)){
validate30.errors = [{instancePath:instancePath+"/extensions/upstream/nodeCount",schemaPath:"#/properties/extensions/properties/upstream/properties/nodeCount/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid7 = _errs73 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data28.eligibleSetSize !== undefined){
let data34 = data28.eligibleSetSize;
const _errs75 = errors;
if(!(((typeof data34 == "number") && (!(data34 % 1) && !isNaN(data34))) && (isFinite(data34)))){
validate30.errors = [{instancePath:instancePath+"/extensions/upstream/eligibleSetSize",schemaPath:"#/properties/extensions/properties/upstream/properties/eligibleSetSize/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs75){
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 > 64 || isNaN(data34)){
validate30.errors = [{instancePath:instancePath+"/extensions/upstream/eligibleSetSize",schemaPath:"#/properties/extensions/properties/upstream/properties/eligibleSetSize/maximum",keyword:"maximum",params:{},message:"must be <= 64"}];
return false;
}
else {
if(data34 < 1 || isNaN(data34)){
validate30.errors = [{instancePath:instancePath+"/extensions/upstream/eligibleSetSize",schemaPath:"#/properties/extensions/properties/upstream/properties/eligibleSetSize/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid7 = _errs75 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data28.supportedX402Versions !== undefined){
let data35 = data28.supportedX402Versions;
const _errs77 = errors;
if(errors === _errs77){
if(Array.isArray(data35)){
var valid8 = true;
const len2 = data35.length;
for(let i2=0; i2<len2; i2++){
let data36 = data35[i2];
const _errs79 = errors;
if(!(((typeof data36 == "number") && (!(data36 % 1) && !isNaN(data36))) && (isFinite(data36)))){
validate30.errors = [{instancePath:instancePath+"/extensions/upstream/supportedX402Versions/" + i2,schemaPath:"#/properties/extensions/properties/upstream/properties/supportedX402Versions/items/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid8 = _errs79 === errors;
if(!valid8){
break;
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/extensions/upstream/supportedX402Versions",schemaPath:"#/properties/extensions/properties/upstream/properties/supportedX402Versions/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid7 = _errs77 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data28.error !== undefined){
const _errs81 = errors;
if(typeof data28.error !== "string"){
validate30.errors = [{instancePath:instancePath+"/extensions/upstream/error",schemaPath:"#/properties/extensions/properties/upstream/properties/error/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs81 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/extensions/upstream",schemaPath:"#/properties/extensions/properties/upstream/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/extensions",schemaPath:"#/properties/extensions/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs59 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate30.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate30.errors = vErrors;
return errors === 0;
}

export const getX402Payment200 = validate31;
const schema32 = {"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"ok","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["roundId","state","createdAt","payment","result"],"properties":{"roundId":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{16,44}$","type":"string"},"state":{"const":"paid","type":"string"},"createdAt":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"payment":{"additionalProperties":false,"type":"object","required":["signature","slot"],"properties":{"signature":{"type":"string"},"slot":{"type":["integer","null"]}}},"result":{"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"completed","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["attestation","value","fresh","configHash"],"properties":{"attestation":{"additionalProperties":false,"type":"object","required":["payload","signature"],"properties":{"payload":{"additionalProperties":false,"type":"object","required":["value","sourceId","registryVersion","signaturesRequired","timestamp"],"properties":{"value":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"sourceId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"registryVersion":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"signaturesRequired":{"minimum":1,"maximum":255,"type":"integer"},"timestamp":{"minimum":0,"maximum":9007199254740991,"type":"integer"}}},"signature":{"additionalProperties":false,"type":"object","required":["signature","commitment","signersBitmap"],"properties":{"signature":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"commitment":{"pattern":"^0x[0-9a-f]{40}$","type":"string"},"signersBitmap":{"pattern":"^0x[0-9a-f]{64}$","type":"string"}}}}},"value":{"pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$","type":"string"},"fresh":{"type":"boolean"},"configHash":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"aggregation":{"additionalProperties":false,"type":"object","required":["mode","rule","maxDeviationBps","maxAgeMs","numeric"],"properties":{"mode":{"const":"tolerance","type":"string"},"rule":{"const":"median","type":"string"},"maxDeviationBps":{"minimum":0,"maximum":10000,"type":"integer"},"maxAgeMs":{"minimum":1,"maximum":3600000,"type":"integer"},"numeric":{"additionalProperties":false,"type":"object","required":["type","decimals"],"properties":{"type":{"const":"int256","type":"string"},"decimals":{"minimum":0,"maximum":36,"type":"integer"}}}}}}}}}}}}};

function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.status === undefined) && (missing0 = "status")) || ((data.data === undefined) && (missing0 = "data"))){
validate31.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "status") || (key0 === "data"))){
validate31.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate31.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("ok" !== data0){
validate31.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((((((data1.roundId === undefined) && (missing1 = "roundId")) || ((data1.state === undefined) && (missing1 = "state"))) || ((data1.createdAt === undefined) && (missing1 = "createdAt"))) || ((data1.payment === undefined) && (missing1 = "payment"))) || ((data1.result === undefined) && (missing1 = "result"))){
validate31.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs6 = errors;
for(const key1 in data1){
if(!(((((key1 === "roundId") || (key1 === "state")) || (key1 === "createdAt")) || (key1 === "payment")) || (key1 === "result"))){
validate31.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs6 === errors){
if(data1.roundId !== undefined){
let data2 = data1.roundId;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(!pattern93.test(data2)){
validate31.errors = [{instancePath:instancePath+"/data/roundId",schemaPath:"#/properties/data/properties/roundId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/roundId",schemaPath:"#/properties/data/properties/roundId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.state !== undefined){
let data3 = data1.state;
const _errs9 = errors;
if(typeof data3 !== "string"){
validate31.errors = [{instancePath:instancePath+"/data/state",schemaPath:"#/properties/data/properties/state/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("paid" !== data3){
validate31.errors = [{instancePath:instancePath+"/data/state",schemaPath:"#/properties/data/properties/state/const",keyword:"const",params:{},message:""}];
return false;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.createdAt !== undefined){
let data4 = data1.createdAt;
const _errs11 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate31.errors = [{instancePath:instancePath+"/data/createdAt",schemaPath:"#/properties/data/properties/createdAt/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs11){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 9007199254740991 || isNaN(data4)){
validate31.errors = [{instancePath:instancePath+"/data/createdAt",schemaPath:"#/properties/data/properties/createdAt/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate31.errors = [{instancePath:instancePath+"/data/createdAt",schemaPath:"#/properties/data/properties/createdAt/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.payment !== undefined){
let data5 = data1.payment;
const _errs13 = errors;
if(errors === _errs13){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing2;
if(((data5.signature === undefined) && (missing2 = "signature")) || ((data5.slot === undefined) && (missing2 = "slot"))){
validate31.errors = [{instancePath:instancePath+"/data/payment",schemaPath:"#/properties/data/properties/payment/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs15 = errors;
for(const key2 in data5){
if(!((key2 === "signature") || (key2 === "slot"))){
validate31.errors = [{instancePath:instancePath+"/data/payment",schemaPath:"#/properties/data/properties/payment/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:""}];
return false;
break;
}
}
if(_errs15 === errors){
if(data5.signature !== undefined){
const _errs16 = errors;
if(typeof data5.signature !== "string"){
validate31.errors = [{instancePath:instancePath+"/data/payment/signature",schemaPath:"#/properties/data/properties/payment/properties/signature/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.slot !== undefined){
let data7 = data5.slot;
const _errs18 = errors;
if((!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))) && (data7 !== null)){
validate31.errors = [{instancePath:instancePath+"/data/payment/slot",schemaPath:"#/properties/data/properties/payment/properties/slot/type",keyword:"type",params:{type: schema32.properties.data.properties.payment.properties.slot.type},message:"must be integer,null"}];
return false;
}
var valid2 = _errs18 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/payment",schemaPath:"#/properties/data/properties/payment/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.result !== undefined){
let data8 = data1.result;
const _errs20 = errors;
if(errors === _errs20){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
let missing3;
if(((data8.status === undefined) && (missing3 = "status")) || ((data8.data === undefined) && (missing3 = "data"))){
validate31.errors = [{instancePath:instancePath+"/data/result",schemaPath:"#/properties/data/properties/result/required",keyword:"required",params:{missingProperty: missing3},message:""}];
return false;
}
else {
const _errs22 = errors;
for(const key3 in data8){
if(!((key3 === "status") || (key3 === "data"))){
validate31.errors = [{instancePath:instancePath+"/data/result",schemaPath:"#/properties/data/properties/result/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""}];
return false;
break;
}
}
if(_errs22 === errors){
if(data8.status !== undefined){
let data9 = data8.status;
const _errs23 = errors;
if(typeof data9 !== "string"){
validate31.errors = [{instancePath:instancePath+"/data/result/status",schemaPath:"#/properties/data/properties/result/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("completed" !== data9){
validate31.errors = [{instancePath:instancePath+"/data/result/status",schemaPath:"#/properties/data/properties/result/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
var valid3 = _errs23 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data8.data !== undefined){
let data10 = data8.data;
const _errs25 = errors;
if(errors === _errs25){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
let missing4;
if(((((data10.attestation === undefined) && (missing4 = "attestation")) || ((data10.value === undefined) && (missing4 = "value"))) || ((data10.fresh === undefined) && (missing4 = "fresh"))) || ((data10.configHash === undefined) && (missing4 = "configHash"))){
validate31.errors = [{instancePath:instancePath+"/data/result/data",schemaPath:"#/properties/data/properties/result/properties/data/required",keyword:"required",params:{missingProperty: missing4},message:""}];
return false;
}
else {
const _errs27 = errors;
for(const key4 in data10){
if(!(((((key4 === "attestation") || (key4 === "value")) || (key4 === "fresh")) || (key4 === "configHash")) || (key4 === "aggregation"))){
validate31.errors = [{instancePath:instancePath+"/data/result/data",schemaPath:"#/properties/data/properties/result/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:""}];
return false;
break;
}
}
if(_errs27 === errors){
if(data10.attestation !== undefined){
let data11 = data10.attestation;
const _errs28 = errors;
if(errors === _errs28){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
let missing5;
if(((data11.payload === undefined) && (missing5 = "payload")) || ((data11.signature === undefined) && (missing5 = "signature"))){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/required",keyword:"required",params:{missingProperty: missing5},message:""}];
return false;
}
else {
const _errs30 = errors;
for(const key5 in data11){
if(!((key5 === "payload") || (key5 === "signature"))){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:""}];
return false;
break;
}
}
if(_errs30 === errors){
if(data11.payload !== undefined){
let data12 = data11.payload;
const _errs31 = errors;
if(errors === _errs31){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing6;
if((((((data12.value === undefined) && (missing6 = "value")) || ((data12.sourceId === undefined) && (missing6 = "sourceId"))) || ((data12.registryVersion === undefined) && (missing6 = "registryVersion"))) || ((data12.signaturesRequired === undefined) && (missing6 = "signaturesRequired"))) || ((data12.timestamp === undefined) && (missing6 = "timestamp"))){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/payload",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/payload/required",keyword:"required",params:{missingProperty: missing6},message:""}];
return false;
}
else {
const _errs33 = errors;
for(const key6 in data12){
if(!(((((key6 === "value") || (key6 === "sourceId")) || (key6 === "registryVersion")) || (key6 === "signaturesRequired")) || (key6 === "timestamp"))){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/payload",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/payload/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:""}];
return false;
break;
}
}
if(_errs33 === errors){
if(data12.value !== undefined){
let data13 = data12.value;
const _errs34 = errors;
if(errors === _errs34){
if(typeof data13 === "string"){
if(!pattern0.test(data13)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/payload/value",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/payload/properties/value/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/payload/value",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/payload/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid6 = _errs34 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data12.sourceId !== undefined){
let data14 = data12.sourceId;
const _errs36 = errors;
if(errors === _errs36){
if(typeof data14 === "string"){
if(!pattern0.test(data14)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/payload/sourceId",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/payload/properties/sourceId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/payload/sourceId",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/payload/properties/sourceId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid6 = _errs36 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data12.registryVersion !== undefined){
let data15 = data12.registryVersion;
const _errs38 = errors;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/payload/registryVersion",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/payload/properties/registryVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs38){
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 9007199254740991 || isNaN(data15)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/payload/registryVersion",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/payload/properties/registryVersion/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data15 < 0 || isNaN(data15)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/payload/registryVersion",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/payload/properties/registryVersion/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid6 = _errs38 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data12.signaturesRequired !== undefined){
let data16 = data12.signaturesRequired;
const _errs40 = errors;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/payload/signaturesRequired",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/payload/properties/signaturesRequired/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs40){
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 255 || isNaN(data16)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/payload/signaturesRequired",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/payload/properties/signaturesRequired/maximum",keyword:"maximum",params:{},message:"must be <= 255"}];
return false;
}
else {
if(data16 < 1 || isNaN(data16)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/payload/signaturesRequired",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/payload/properties/signaturesRequired/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid6 = _errs40 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data12.timestamp !== undefined){
let data17 = data12.timestamp;
const _errs42 = errors;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/payload/timestamp",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/payload/properties/timestamp/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs42){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 9007199254740991 || isNaN(data17)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/payload/timestamp",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/payload/properties/timestamp/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data17 < 0 || isNaN(data17)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/payload/timestamp",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/payload/properties/timestamp/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid6 = _errs42 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/payload",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/payload/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid5 = _errs31 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data11.signature !== undefined){
let data18 = data11.signature;
const _errs44 = errors;
if(errors === _errs44){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
let missing7;
if((((data18.signature === undefined) && (missing7 = "signature")) || ((data18.commitment === undefined) && (missing7 = "commitment"))) || ((data18.signersBitmap === undefined) && (missing7 = "signersBitmap"))){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/signature",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/signature/required",keyword:"required",params:{missingProperty: missing7},message:""}];
return false;
}
else {
const _errs46 = errors;
for(const key7 in data18){
if(!(((key7 === "signature") || (key7 === "commitment")) || (key7 === "signersBitmap"))){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/signature",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/signature/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:""}];
return false;
break;
}
}
if(_errs46 === errors){
if(data18.signature !== undefined){
let data19 = data18.signature;
const _errs47 = errors;
if(errors === _errs47){
if(typeof data19 === "string"){
if(!pattern0.test(data19)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/signature/signature",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/signature/properties/signature/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/signature/signature",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/signature/properties/signature/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid7 = _errs47 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data18.commitment !== undefined){
let data20 = data18.commitment;
const _errs49 = errors;
if(errors === _errs49){
if(typeof data20 === "string"){
if(!pattern7.test(data20)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/signature/commitment",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/signature/properties/commitment/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/signature/commitment",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/signature/properties/commitment/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid7 = _errs49 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data18.signersBitmap !== undefined){
let data21 = data18.signersBitmap;
const _errs51 = errors;
if(errors === _errs51){
if(typeof data21 === "string"){
if(!pattern0.test(data21)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/signature/signersBitmap",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/signature/properties/signersBitmap/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/signature/signersBitmap",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/signature/properties/signersBitmap/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid7 = _errs51 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation/signature",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/properties/signature/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid5 = _errs44 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/result/data/attestation",schemaPath:"#/properties/data/properties/result/properties/data/properties/attestation/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid4 = _errs28 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.value !== undefined){
let data22 = data10.value;
const _errs53 = errors;
if(errors === _errs53){
if(typeof data22 === "string"){
if(!pattern1.test(data22)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/value",schemaPath:"#/properties/data/properties/result/properties/data/properties/value/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/result/data/value",schemaPath:"#/properties/data/properties/result/properties/data/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs53 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.fresh !== undefined){
const _errs55 = errors;
if(typeof data10.fresh !== "boolean"){
validate31.errors = [{instancePath:instancePath+"/data/result/data/fresh",schemaPath:"#/properties/data/properties/result/properties/data/properties/fresh/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid4 = _errs55 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.configHash !== undefined){
let data24 = data10.configHash;
const _errs57 = errors;
if(errors === _errs57){
if(typeof data24 === "string"){
if(!pattern0.test(data24)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/configHash",schemaPath:"#/properties/data/properties/result/properties/data/properties/configHash/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/result/data/configHash",schemaPath:"#/properties/data/properties/result/properties/data/properties/configHash/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs57 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data10.aggregation !== undefined){
let data25 = data10.aggregation;
const _errs59 = errors;
if(errors === _errs59){
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
let missing8;
if((((((data25.mode === undefined) && (missing8 = "mode")) || ((data25.rule === undefined) && (missing8 = "rule"))) || ((data25.maxDeviationBps === undefined) && (missing8 = "maxDeviationBps"))) || ((data25.maxAgeMs === undefined) && (missing8 = "maxAgeMs"))) || ((data25.numeric === undefined) && (missing8 = "numeric"))){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/required",keyword:"required",params:{missingProperty: missing8},message:""}];
return false;
}
else {
const _errs61 = errors;
for(const key8 in data25){
if(!(((((key8 === "mode") || (key8 === "rule")) || (key8 === "maxDeviationBps")) || (key8 === "maxAgeMs")) || (key8 === "numeric"))){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:""}];
return false;
break;
}
}
if(_errs61 === errors){
if(data25.mode !== undefined){
let data26 = data25.mode;
const _errs62 = errors;
if(typeof data26 !== "string"){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation/mode",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("tolerance" !== data26){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation/mode",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/properties/mode/const",keyword:"const",params:{},message:""}];
return false;
}
var valid8 = _errs62 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data25.rule !== undefined){
let data27 = data25.rule;
const _errs64 = errors;
if(typeof data27 !== "string"){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation/rule",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/properties/rule/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("median" !== data27){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation/rule",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/properties/rule/const",keyword:"const",params:{},message:""}];
return false;
}
var valid8 = _errs64 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data25.maxDeviationBps !== undefined){
let data28 = data25.maxDeviationBps;
const _errs66 = errors;
if(!(((typeof data28 == "number") && (!(data28 % 1) && !isNaN(data28))) && (isFinite(data28)))){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation/maxDeviationBps",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/properties/maxDeviationBps/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs66){
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 10000 || isNaN(data28)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation/maxDeviationBps",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/properties/maxDeviationBps/maximum",keyword:"maximum",params:{},message:"must be <= 10000"}];
return false;
}
else {
if(data28 < 0 || isNaN(data28)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation/maxDeviationBps",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/properties/maxDeviationBps/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid8 = _errs66 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data25.maxAgeMs !== undefined){
let data29 = data25.maxAgeMs;
const _errs68 = errors;
if(!(((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29))) && (isFinite(data29)))){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation/maxAgeMs",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/properties/maxAgeMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs68){
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 3600000 || isNaN(data29)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation/maxAgeMs",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/properties/maxAgeMs/maximum",keyword:"maximum",params:{},message:"must be <= 3600000"}];
return false;
}
else {
if(data29 < 1 || isNaN(data29)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation/maxAgeMs",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/properties/maxAgeMs/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid8 = _errs68 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data25.numeric !== undefined){
let data30 = data25.numeric;
const _errs70 = errors;
if(errors === _errs70){
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
let missing9;
if(((data30.type === undefined) && (missing9 = "type")) || ((data30.decimals === undefined) && (missing9 = "decimals"))){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation/numeric",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/properties/numeric/required",keyword:"required",params:{missingProperty: missing9},message:""}];
return false;
}
else {
const _errs72 = errors;
for(const key9 in data30){
if(!((key9 === "type") || (key9 === "decimals"))){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation/numeric",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/properties/numeric/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9},message:""}];
return false;
break;
}
}
if(_errs72 === errors){
if(data30.type !== undefined){
let data31 = data30.type;
const _errs73 = errors;
if(typeof data31 !== "string"){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation/numeric/type",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/properties/numeric/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("int256" !== data31){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation/numeric/type",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/properties/numeric/properties/type/const",keyword:"const",params:{},message:""}];
return false;
}
var valid9 = _errs73 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data30.decimals !== undefined){
let data32 = data30.decimals;
const _errs75 = errors;
if(!(((typeof data32 == "number") && (!(data32 % 1) && !isNaN(data32))) && (isFinite(data32)))){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation/numeric/decimals",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/properties/numeric/properties/decimals/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs75){
if((typeof data32 == "number") && (isFinite(data32))){
if(data32 > 36 || isNaN(data32)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation/numeric/decimals",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/properties/numeric/properties/decimals/maximum",keyword:"maximum",params:{},message:"must be <= 36"}];
return false;
}
else {
if(data32 < 0 || isNaN(data32)){
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation/numeric/decimals",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/properties/numeric/properties/decimals/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid9 = _errs75 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation/numeric",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/properties/numeric/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid8 = _errs70 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/result/data/aggregation",schemaPath:"#/properties/data/properties/result/properties/data/properties/aggregation/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid4 = _errs59 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/result/data",schemaPath:"#/properties/data/properties/result/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs25 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data/result",schemaPath:"#/properties/data/properties/result/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs20 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate31.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate31.errors = vErrors;
return errors === 0;
}

export const getX402Resources200 = validate32;
const schema33 = {"additionalProperties":false,"type":"object","required":["version","x402Version","resources","instructions","items"],"properties":{"version":{"const":1,"type":"number"},"x402Version":{"const":2,"type":"number"},"resources":{"type":"array","items":{"type":"string"}},"instructions":{"type":"string"},"items":{"type":"array","items":{"additionalProperties":false,"type":"object","required":["resource","type","x402Version","method","accepts","lastUpdated","description","mimeType","serviceName","tags","extensions","price"],"properties":{"resource":{"type":"string"},"type":{"const":"http","type":"string"},"x402Version":{"const":2,"type":"number"},"method":{"const":"POST","type":"string"},"accepts":{"type":"array","items":{"additionalProperties":false,"type":"object","required":["scheme","network","amount","asset","payTo","maxTimeoutSeconds"],"properties":{"scheme":{"const":"exact","type":"string"},"network":{"type":"string"},"amount":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"asset":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"payTo":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"maxTimeoutSeconds":{"minimum":0,"maximum":9007199254740991,"type":"integer"}}}},"lastUpdated":{"type":"string"},"description":{"type":"string"},"mimeType":{"type":"string"},"serviceName":{"type":"string"},"tags":{"type":"array","items":{"type":"string"}},"extensions":{"additionalProperties":true,"type":"object","properties":{}},"price":{"additionalProperties":false,"type":"object","required":["base","perNode","redundancyBuffer","minSigners"],"properties":{"base":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"perNode":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"redundancyBuffer":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"minSigners":{"minimum":0,"maximum":9007199254740991,"type":"integer"}}}}}}}};

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.version === undefined) && (missing0 = "version")) || ((data.x402Version === undefined) && (missing0 = "x402Version"))) || ((data.resources === undefined) && (missing0 = "resources"))) || ((data.instructions === undefined) && (missing0 = "instructions"))) || ((data.items === undefined) && (missing0 = "items"))){
validate32.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "version") || (key0 === "x402Version")) || (key0 === "resources")) || (key0 === "instructions")) || (key0 === "items"))){
validate32.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.version !== undefined){
let data0 = data.version;
const _errs2 = errors;
if(!((typeof data0 == "number") && (isFinite(data0)))){
validate32.errors = [{instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
if(1 !== data0){
validate32.errors = [{instancePath:instancePath+"/version",schemaPath:"#/properties/version/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.x402Version !== undefined){
let data1 = data.x402Version;
const _errs4 = errors;
if(!((typeof data1 == "number") && (isFinite(data1)))){
validate32.errors = [{instancePath:instancePath+"/x402Version",schemaPath:"#/properties/x402Version/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
if(2 !== data1){
validate32.errors = [{instancePath:instancePath+"/x402Version",schemaPath:"#/properties/x402Version/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.resources !== undefined){
let data2 = data.resources;
const _errs6 = errors;
if(errors === _errs6){
if(Array.isArray(data2)){
var valid1 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
const _errs8 = errors;
if(typeof data2[i0] !== "string"){
validate32.errors = [{instancePath:instancePath+"/resources/" + i0,schemaPath:"#/properties/resources/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs8 === errors;
if(!valid1){
break;
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/resources",schemaPath:"#/properties/resources/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.instructions !== undefined){
const _errs10 = errors;
if(typeof data.instructions !== "string"){
validate32.errors = [{instancePath:instancePath+"/instructions",schemaPath:"#/properties/instructions/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.items !== undefined){
let data5 = data.items;
const _errs12 = errors;
if(errors === _errs12){
if(Array.isArray(data5)){
var valid2 = true;
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
let data6 = data5[i1];
const _errs14 = errors;
if(errors === _errs14){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing1;
if(((((((((((((data6.resource === undefined) && (missing1 = "resource")) || ((data6.type === undefined) && (missing1 = "type"))) || ((data6.x402Version === undefined) && (missing1 = "x402Version"))) || ((data6.method === undefined) && (missing1 = "method"))) || ((data6.accepts === undefined) && (missing1 = "accepts"))) || ((data6.lastUpdated === undefined) && (missing1 = "lastUpdated"))) || ((data6.description === undefined) && (missing1 = "description"))) || ((data6.mimeType === undefined) && (missing1 = "mimeType"))) || ((data6.serviceName === undefined) && (missing1 = "serviceName"))) || ((data6.tags === undefined) && (missing1 = "tags"))) || ((data6.extensions === undefined) && (missing1 = "extensions"))) || ((data6.price === undefined) && (missing1 = "price"))){
validate32.errors = [{instancePath:instancePath+"/items/" + i1,schemaPath:"#/properties/items/items/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs16 = errors;
for(const key1 in data6){
if(!(func2.call(schema33.properties.items.items.properties, key1))){
validate32.errors = [{instancePath:instancePath+"/items/" + i1,schemaPath:"#/properties/items/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs16 === errors){
if(data6.resource !== undefined){
const _errs17 = errors;
if(typeof data6.resource !== "string"){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/resource",schemaPath:"#/properties/items/items/properties/resource/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs17 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.type !== undefined){
let data8 = data6.type;
const _errs19 = errors;
if(typeof data8 !== "string"){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/type",schemaPath:"#/properties/items/items/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("http" !== data8){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/type",schemaPath:"#/properties/items/items/properties/type/const",keyword:"const",params:{},message:""}];
return false;
}
var valid3 = _errs19 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.x402Version !== undefined){
let data9 = data6.x402Version;
const _errs21 = errors;
if(!((typeof data9 == "number") && (isFinite(data9)))){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/x402Version",schemaPath:"#/properties/items/items/properties/x402Version/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
if(2 !== data9){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/x402Version",schemaPath:"#/properties/items/items/properties/x402Version/const",keyword:"const",params:{},message:""}];
return false;
}
var valid3 = _errs21 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.method !== undefined){
let data10 = data6.method;
const _errs23 = errors;
if(typeof data10 !== "string"){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/method",schemaPath:"#/properties/items/items/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("POST" !== data10){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/method",schemaPath:"#/properties/items/items/properties/method/const",keyword:"const",params:{},message:""}];
return false;
}
var valid3 = _errs23 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.accepts !== undefined){
let data11 = data6.accepts;
const _errs25 = errors;
if(errors === _errs25){
if(Array.isArray(data11)){
var valid4 = true;
const len2 = data11.length;
for(let i2=0; i2<len2; i2++){
let data12 = data11[i2];
const _errs27 = errors;
if(errors === _errs27){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing2;
if(((((((data12.scheme === undefined) && (missing2 = "scheme")) || ((data12.network === undefined) && (missing2 = "network"))) || ((data12.amount === undefined) && (missing2 = "amount"))) || ((data12.asset === undefined) && (missing2 = "asset"))) || ((data12.payTo === undefined) && (missing2 = "payTo"))) || ((data12.maxTimeoutSeconds === undefined) && (missing2 = "maxTimeoutSeconds"))){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/accepts/" + i2,schemaPath:"#/properties/items/items/properties/accepts/items/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs29 = errors;
for(const key2 in data12){
if(!((((((key2 === "scheme") || (key2 === "network")) || (key2 === "amount")) || (key2 === "asset")) || (key2 === "payTo")) || (key2 === "maxTimeoutSeconds"))){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/accepts/" + i2,schemaPath:"#/properties/items/items/properties/accepts/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:""}];
return false;
break;
}
}
if(_errs29 === errors){
if(data12.scheme !== undefined){
let data13 = data12.scheme;
const _errs30 = errors;
if(typeof data13 !== "string"){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/accepts/" + i2+"/scheme",schemaPath:"#/properties/items/items/properties/accepts/items/properties/scheme/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("exact" !== data13){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/accepts/" + i2+"/scheme",schemaPath:"#/properties/items/items/properties/accepts/items/properties/scheme/const",keyword:"const",params:{},message:""}];
return false;
}
var valid5 = _errs30 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data12.network !== undefined){
const _errs32 = errors;
if(typeof data12.network !== "string"){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/accepts/" + i2+"/network",schemaPath:"#/properties/items/items/properties/accepts/items/properties/network/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs32 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data12.amount !== undefined){
let data15 = data12.amount;
const _errs34 = errors;
if(errors === _errs34){
if(typeof data15 === "string"){
if(!pattern83.test(data15)){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/accepts/" + i2+"/amount",schemaPath:"#/properties/items/items/properties/accepts/items/properties/amount/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/accepts/" + i2+"/amount",schemaPath:"#/properties/items/items/properties/accepts/items/properties/amount/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs34 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data12.asset !== undefined){
let data16 = data12.asset;
const _errs36 = errors;
if(errors === _errs36){
if(typeof data16 === "string"){
if(!pattern15.test(data16)){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/accepts/" + i2+"/asset",schemaPath:"#/properties/items/items/properties/accepts/items/properties/asset/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/accepts/" + i2+"/asset",schemaPath:"#/properties/items/items/properties/accepts/items/properties/asset/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs36 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data12.payTo !== undefined){
let data17 = data12.payTo;
const _errs38 = errors;
if(errors === _errs38){
if(typeof data17 === "string"){
if(!pattern15.test(data17)){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/accepts/" + i2+"/payTo",schemaPath:"#/properties/items/items/properties/accepts/items/properties/payTo/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/accepts/" + i2+"/payTo",schemaPath:"#/properties/items/items/properties/accepts/items/properties/payTo/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs38 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data12.maxTimeoutSeconds !== undefined){
let data18 = data12.maxTimeoutSeconds;
const _errs40 = errors;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/accepts/" + i2+"/maxTimeoutSeconds",schemaPath:"#/properties/items/items/properties/accepts/items/properties/maxTimeoutSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs40){
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 > 9007199254740991 || isNaN(data18)){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/accepts/" + i2+"/maxTimeoutSeconds",schemaPath:"#/properties/items/items/properties/accepts/items/properties/maxTimeoutSeconds/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data18 < 0 || isNaN(data18)){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/accepts/" + i2+"/maxTimeoutSeconds",schemaPath:"#/properties/items/items/properties/accepts/items/properties/maxTimeoutSeconds/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid5 = _errs40 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/accepts/" + i2,schemaPath:"#/properties/items/items/properties/accepts/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid4 = _errs27 === errors;
if(!valid4){
break;
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/accepts",schemaPath:"#/properties/items/items/properties/accepts/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid3 = _errs25 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.lastUpdated !== undefined){
const _errs42 = errors;
if(typeof data6.lastUpdated !== "string"){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/lastUpdated",schemaPath:"#/properties/items/items/properties/lastUpdated/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs42 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.description !== undefined){
const _errs44 = errors;
if(typeof data6.description !== "string"){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/description",schemaPath:"#/properties/items/items/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs44 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.mimeType !== undefined){
const _errs46 = errors;
if(typeof data6.mimeType !== "string"){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/mimeType",schemaPath:"#/properties/items/items/properties/mimeType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs46 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.serviceName !== undefined){
const _errs48 = errors;
if(typeof data6.serviceName !== "string"){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/serviceName",schemaPath:"#/properties/items/items/properties/serviceName/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs48 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.tags !== undefined){
let data23 = data6.tags;
const _errs50 = errors;
if(errors === _errs50){
if(Array.isArray(data23)){
var valid6 = true;
const len3 = data23.length;
for(let i3=0; i3<len3; i3++){
const _errs52 = errors;
if(typeof data23[i3] !== "string"){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/tags/" + i3,schemaPath:"#/properties/items/items/properties/tags/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs52 === errors;
if(!valid6){
break;
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/tags",schemaPath:"#/properties/items/items/properties/tags/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid3 = _errs50 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.extensions !== undefined){
let data25 = data6.extensions;
const _errs54 = errors;
if(errors === _errs54){
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
}
else {
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/extensions",schemaPath:"#/properties/items/items/properties/extensions/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs54 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.price !== undefined){
let data26 = data6.price;
const _errs57 = errors;
if(errors === _errs57){
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
let missing3;
if(((((data26.base === undefined) && (missing3 = "base")) || ((data26.perNode === undefined) && (missing3 = "perNode"))) || ((data26.redundancyBuffer === undefined) && (missing3 = "redundancyBuffer"))) || ((data26.minSigners === undefined) && (missing3 = "minSigners"))){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/price",schemaPath:"#/properties/items/items/properties/price/required",keyword:"required",params:{missingProperty: missing3},message:""}];
return false;
}
else {
const _errs59 = errors;
for(const key3 in data26){
if(!((((key3 === "base") || (key3 === "perNode")) || (key3 === "redundancyBuffer")) || (key3 === "minSigners"))){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/price",schemaPath:"#/properties/items/items/properties/price/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""}];
return false;
break;
}
}
if(_errs59 === errors){
if(data26.base !== undefined){
let data27 = data26.base;
const _errs60 = errors;
if(errors === _errs60){
if(typeof data27 === "string"){
if(!pattern83.test(data27)){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/price/base",schemaPath:"#/properties/items/items/properties/price/properties/base/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/price/base",schemaPath:"#/properties/items/items/properties/price/properties/base/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid7 = _errs60 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data26.perNode !== undefined){
let data28 = data26.perNode;
const _errs62 = errors;
if(errors === _errs62){
if(typeof data28 === "string"){
if(!pattern83.test(data28)){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/price/perNode",schemaPath:"#/properties/items/items/properties/price/properties/perNode/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/price/perNode",schemaPath:"#/properties/items/items/properties/price/properties/perNode/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid7 = _errs62 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data26.redundancyBuffer !== undefined){
let data29 = data26.redundancyBuffer;
const _errs64 = errors;
if(!(((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29))) && (isFinite(data29)))){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/price/redundancyBuffer",schemaPath:"#/properties/items/items/properties/price/properties/redundancyBuffer/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs64){
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 9007199254740991 || isNaN(data29)){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/price/redundancyBuffer",schemaPath:"#/properties/items/items/properties/price/properties/redundancyBuffer/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data29 < 0 || isNaN(data29)){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/price/redundancyBuffer",schemaPath:"#/properties/items/items/properties/price/properties/redundancyBuffer/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid7 = _errs64 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data26.minSigners !== undefined){
let data30 = data26.minSigners;
const _errs66 = errors;
if(!(((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30))) && (isFinite(data30)))){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/price/minSigners",schemaPath:"#/properties/items/items/properties/price/properties/minSigners/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs66){
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 > 9007199254740991 || isNaN(data30)){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/price/minSigners",schemaPath:"#/properties/items/items/properties/price/properties/minSigners/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data30 < 0 || isNaN(data30)){
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/price/minSigners",schemaPath:"#/properties/items/items/properties/price/properties/minSigners/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid7 = _errs66 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/items/" + i1+"/price",schemaPath:"#/properties/items/items/properties/price/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs57 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/items/" + i1,schemaPath:"#/properties/items/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs14 === errors;
if(!valid2){
break;
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/items",schemaPath:"#/properties/items/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
validate32.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate32.errors = vErrors;
return errors === 0;
}

export const createSession200 = validate33;
const schema34 = {"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"ok","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["token","tokenType","sessionId","authority","owner","role","gatewayPda","programId","issuedAt","expiresAt"],"properties":{"token":{"type":"string"},"tokenType":{"const":"Bearer","type":"string"},"sessionId":{"type":"string"},"authority":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"owner":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"role":{"type":"string","enum":["owner","delegate"]},"gatewayPda":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"programId":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"issuedAt":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"expiresAt":{"minimum":0,"maximum":9007199254740991,"type":"integer"}}}}};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.status === undefined) && (missing0 = "status")) || ((data.data === undefined) && (missing0 = "data"))){
validate33.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "status") || (key0 === "data"))){
validate33.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate33.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("ok" !== data0){
validate33.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((((((((((data1.token === undefined) && (missing1 = "token")) || ((data1.tokenType === undefined) && (missing1 = "tokenType"))) || ((data1.sessionId === undefined) && (missing1 = "sessionId"))) || ((data1.authority === undefined) && (missing1 = "authority"))) || ((data1.owner === undefined) && (missing1 = "owner"))) || ((data1.role === undefined) && (missing1 = "role"))) || ((data1.gatewayPda === undefined) && (missing1 = "gatewayPda"))) || ((data1.programId === undefined) && (missing1 = "programId"))) || ((data1.issuedAt === undefined) && (missing1 = "issuedAt"))) || ((data1.expiresAt === undefined) && (missing1 = "expiresAt"))){
validate33.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs6 = errors;
for(const key1 in data1){
if(!(func2.call(schema34.properties.data.properties, key1))){
validate33.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs6 === errors){
if(data1.token !== undefined){
const _errs7 = errors;
if(typeof data1.token !== "string"){
validate33.errors = [{instancePath:instancePath+"/data/token",schemaPath:"#/properties/data/properties/token/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.tokenType !== undefined){
let data3 = data1.tokenType;
const _errs9 = errors;
if(typeof data3 !== "string"){
validate33.errors = [{instancePath:instancePath+"/data/tokenType",schemaPath:"#/properties/data/properties/tokenType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("Bearer" !== data3){
validate33.errors = [{instancePath:instancePath+"/data/tokenType",schemaPath:"#/properties/data/properties/tokenType/const",keyword:"const",params:{},message:""}];
return false;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.sessionId !== undefined){
const _errs11 = errors;
if(typeof data1.sessionId !== "string"){
validate33.errors = [{instancePath:instancePath+"/data/sessionId",schemaPath:"#/properties/data/properties/sessionId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.authority !== undefined){
let data5 = data1.authority;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data5 === "string"){
if(!pattern15.test(data5)){
validate33.errors = [{instancePath:instancePath+"/data/authority",schemaPath:"#/properties/data/properties/authority/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate33.errors = [{instancePath:instancePath+"/data/authority",schemaPath:"#/properties/data/properties/authority/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.owner !== undefined){
let data6 = data1.owner;
const _errs15 = errors;
if(errors === _errs15){
if(typeof data6 === "string"){
if(!pattern15.test(data6)){
validate33.errors = [{instancePath:instancePath+"/data/owner",schemaPath:"#/properties/data/properties/owner/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate33.errors = [{instancePath:instancePath+"/data/owner",schemaPath:"#/properties/data/properties/owner/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs15 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.role !== undefined){
let data7 = data1.role;
const _errs17 = errors;
if(typeof data7 !== "string"){
validate33.errors = [{instancePath:instancePath+"/data/role",schemaPath:"#/properties/data/properties/role/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data7 === "owner") || (data7 === "delegate"))){
validate33.errors = [{instancePath:instancePath+"/data/role",schemaPath:"#/properties/data/properties/role/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.gatewayPda !== undefined){
let data8 = data1.gatewayPda;
const _errs19 = errors;
if(errors === _errs19){
if(typeof data8 === "string"){
if(!pattern15.test(data8)){
validate33.errors = [{instancePath:instancePath+"/data/gatewayPda",schemaPath:"#/properties/data/properties/gatewayPda/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate33.errors = [{instancePath:instancePath+"/data/gatewayPda",schemaPath:"#/properties/data/properties/gatewayPda/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs19 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.programId !== undefined){
let data9 = data1.programId;
const _errs21 = errors;
if(errors === _errs21){
if(typeof data9 === "string"){
if(!pattern15.test(data9)){
validate33.errors = [{instancePath:instancePath+"/data/programId",schemaPath:"#/properties/data/properties/programId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate33.errors = [{instancePath:instancePath+"/data/programId",schemaPath:"#/properties/data/properties/programId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs21 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.issuedAt !== undefined){
let data10 = data1.issuedAt;
const _errs23 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate33.errors = [{instancePath:instancePath+"/data/issuedAt",schemaPath:"#/properties/data/properties/issuedAt/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs23){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 9007199254740991 || isNaN(data10)){
validate33.errors = [{instancePath:instancePath+"/data/issuedAt",schemaPath:"#/properties/data/properties/issuedAt/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data10 < 0 || isNaN(data10)){
validate33.errors = [{instancePath:instancePath+"/data/issuedAt",schemaPath:"#/properties/data/properties/issuedAt/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs23 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.expiresAt !== undefined){
let data11 = data1.expiresAt;
const _errs25 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate33.errors = [{instancePath:instancePath+"/data/expiresAt",schemaPath:"#/properties/data/properties/expiresAt/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs25){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 9007199254740991 || isNaN(data11)){
validate33.errors = [{instancePath:instancePath+"/data/expiresAt",schemaPath:"#/properties/data/properties/expiresAt/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data11 < 0 || isNaN(data11)){
validate33.errors = [{instancePath:instancePath+"/data/expiresAt",schemaPath:"#/properties/data/properties/expiresAt/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs25 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate33.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate33.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate33.errors = vErrors;
return errors === 0;
}

export const deleteSession200 = validate34;
const schema35 = {"additionalProperties":false,"type":"object","required":["status"],"properties":{"status":{"const":"ok","type":"string"}}};

function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.status === undefined) && (missing0 = "status")){
validate34.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "status")){
validate34.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
if(typeof data0 !== "string"){
validate34.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("ok" !== data0){
validate34.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
}
}
}
}
else {
validate34.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate34.errors = vErrors;
return errors === 0;
}

export const getReady200 = validate35;
const schema36 = {"additionalProperties":false,"type":"object","required":["status"],"properties":{"status":{"const":"ok","type":"string"},"notes":{"maxItems":8,"type":"array","items":{"maxLength":200,"type":"string"}}}};

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.status === undefined) && (missing0 = "status")){
validate35.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "status") || (key0 === "notes"))){
validate35.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate35.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("ok" !== data0){
validate35.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.notes !== undefined){
let data1 = data.notes;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data1)){
if(data1.length > 8){
validate35.errors = [{instancePath:instancePath+"/notes",schemaPath:"#/properties/notes/maxItems",keyword:"maxItems",params:{},message:"must NOT have more than 8 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func5(data2) > 200){
validate35.errors = [{instancePath:instancePath+"/notes/" + i0,schemaPath:"#/properties/notes/items/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 200 characters"}];
return false;
}
}
else {
validate35.errors = [{instancePath:instancePath+"/notes/" + i0,schemaPath:"#/properties/notes/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs6 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate35.errors = [{instancePath:instancePath+"/notes",schemaPath:"#/properties/notes/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate35.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate35.errors = vErrors;
return errors === 0;
}

export const getNodes200 = validate36;
const schema37 = {"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"ok","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["registryVersion","redundancyBuffer","minSigners","nodes"],"properties":{"registryVersion":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"redundancyBuffer":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"minSigners":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"nodes":{"type":"array","items":{"additionalProperties":false,"type":"object","required":["index","publicKey","encryptionPublicKey","operator"],"properties":{"index":{"minimum":0,"maximum":63,"type":"integer"},"publicKey":{"pattern":"^0x[0-9a-f]{128}$","type":"string"},"encryptionPublicKey":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"operator":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"lastCall":{"additionalProperties":false,"type":"object","required":["answered","at"],"properties":{"answered":{"type":"boolean"},"at":{"minimum":0,"maximum":9007199254740991,"type":"integer"}}}}}}}}}};
const pattern149 = /* @__PURE__ */ new RegExp("^0x[0-9a-f]{128}$", "u");

function validate36(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.status === undefined) && (missing0 = "status")) || ((data.data === undefined) && (missing0 = "data"))){
validate36.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "status") || (key0 === "data"))){
validate36.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate36.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("ok" !== data0){
validate36.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((((data1.registryVersion === undefined) && (missing1 = "registryVersion")) || ((data1.redundancyBuffer === undefined) && (missing1 = "redundancyBuffer"))) || ((data1.minSigners === undefined) && (missing1 = "minSigners"))) || ((data1.nodes === undefined) && (missing1 = "nodes"))){
validate36.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs6 = errors;
for(const key1 in data1){
if(!((((key1 === "registryVersion") || (key1 === "redundancyBuffer")) || (key1 === "minSigners")) || (key1 === "nodes"))){
validate36.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs6 === errors){
if(data1.registryVersion !== undefined){
let data2 = data1.registryVersion;
const _errs7 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate36.errors = [{instancePath:instancePath+"/data/registryVersion",schemaPath:"#/properties/data/properties/registryVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs7){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 9007199254740991 || isNaN(data2)){
validate36.errors = [{instancePath:instancePath+"/data/registryVersion",schemaPath:"#/properties/data/properties/registryVersion/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data2 < 0 || isNaN(data2)){
validate36.errors = [{instancePath:instancePath+"/data/registryVersion",schemaPath:"#/properties/data/properties/registryVersion/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.redundancyBuffer !== undefined){
let data3 = data1.redundancyBuffer;
const _errs9 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate36.errors = [{instancePath:instancePath+"/data/redundancyBuffer",schemaPath:"#/properties/data/properties/redundancyBuffer/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs9){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 9007199254740991 || isNaN(data3)){
validate36.errors = [{instancePath:instancePath+"/data/redundancyBuffer",schemaPath:"#/properties/data/properties/redundancyBuffer/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data3 < 0 || isNaN(data3)){
validate36.errors = [{instancePath:instancePath+"/data/redundancyBuffer",schemaPath:"#/properties/data/properties/redundancyBuffer/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.minSigners !== undefined){
let data4 = data1.minSigners;
const _errs11 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate36.errors = [{instancePath:instancePath+"/data/minSigners",schemaPath:"#/properties/data/properties/minSigners/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs11){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 9007199254740991 || isNaN(data4)){
validate36.errors = [{instancePath:instancePath+"/data/minSigners",schemaPath:"#/properties/data/properties/minSigners/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate36.errors = [{instancePath:instancePath+"/data/minSigners",schemaPath:"#/properties/data/properties/minSigners/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.nodes !== undefined){
let data5 = data1.nodes;
const _errs13 = errors;
if(errors === _errs13){
if(Array.isArray(data5)){
var valid2 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
const _errs15 = errors;
if(errors === _errs15){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing2;
if(((((data6.index === undefined) && (missing2 = "index")) || ((data6.publicKey === undefined) && (missing2 = "publicKey"))) || ((data6.encryptionPublicKey === undefined) && (missing2 = "encryptionPublicKey"))) || ((data6.operator === undefined) && (missing2 = "operator"))){
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0,schemaPath:"#/properties/data/properties/nodes/items/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs17 = errors;
for(const key2 in data6){
if(!(((((key2 === "index") || (key2 === "publicKey")) || (key2 === "encryptionPublicKey")) || (key2 === "operator")) || (key2 === "lastCall"))){
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0,schemaPath:"#/properties/data/properties/nodes/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:""}];
return false;
break;
}
}
if(_errs17 === errors){
if(data6.index !== undefined){
let data7 = data6.index;
const _errs18 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0+"/index",schemaPath:"#/properties/data/properties/nodes/items/properties/index/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs18){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 63 || isNaN(data7)){
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0+"/index",schemaPath:"#/properties/data/properties/nodes/items/properties/index/maximum",keyword:"maximum",params:{},message:"must be <= 63"}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0+"/index",schemaPath:"#/properties/data/properties/nodes/items/properties/index/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid3 = _errs18 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.publicKey !== undefined){
let data8 = data6.publicKey;
const _errs20 = errors;
if(errors === _errs20){
if(typeof data8 === "string"){
if(!pattern149.test(data8)){
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0+"/publicKey",schemaPath:"#/properties/data/properties/nodes/items/properties/publicKey/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0+"/publicKey",schemaPath:"#/properties/data/properties/nodes/items/properties/publicKey/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs20 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.encryptionPublicKey !== undefined){
let data9 = data6.encryptionPublicKey;
const _errs22 = errors;
if(errors === _errs22){
if(typeof data9 === "string"){
if(!pattern0.test(data9)){
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0+"/encryptionPublicKey",schemaPath:"#/properties/data/properties/nodes/items/properties/encryptionPublicKey/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0+"/encryptionPublicKey",schemaPath:"#/properties/data/properties/nodes/items/properties/encryptionPublicKey/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs22 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.operator !== undefined){
let data10 = data6.operator;
const _errs24 = errors;
if(errors === _errs24){
if(typeof data10 === "string"){
if(!pattern15.test(data10)){
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0+"/operator",schemaPath:"#/properties/data/properties/nodes/items/properties/operator/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0+"/operator",schemaPath:"#/properties/data/properties/nodes/items/properties/operator/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs24 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.lastCall !== undefined){
let data11 = data6.lastCall;
const _errs26 = errors;
if(errors === _errs26){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
let missing3;
if(((data11.answered === undefined) && (missing3 = "answered")) || ((data11.at === undefined) && (missing3 = "at"))){
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0+"/lastCall",schemaPath:"#/properties/data/properties/nodes/items/properties/lastCall/required",keyword:"required",params:{missingProperty: missing3},message:""}];
return false;
}
else {
const _errs28 = errors;
for(const key3 in data11){
if(!((key3 === "answered") || (key3 === "at"))){
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0+"/lastCall",schemaPath:"#/properties/data/properties/nodes/items/properties/lastCall/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""}];
return false;
break;
}
}
if(_errs28 === errors){
if(data11.answered !== undefined){
const _errs29 = errors;
if(typeof data11.answered !== "boolean"){
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0+"/lastCall/answered",schemaPath:"#/properties/data/properties/nodes/items/properties/lastCall/properties/answered/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid4 = _errs29 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.at !== undefined){
let data13 = data11.at;
const _errs31 = errors;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0+"/lastCall/at",schemaPath:"#/properties/data/properties/nodes/items/properties/lastCall/properties/at/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs31){
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 9007199254740991 || isNaN(data13)){
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0+"/lastCall/at",schemaPath:"#/properties/data/properties/nodes/items/properties/lastCall/properties/at/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data13 < 0 || isNaN(data13)){
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0+"/lastCall/at",schemaPath:"#/properties/data/properties/nodes/items/properties/lastCall/properties/at/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid4 = _errs31 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
else {
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0+"/lastCall",schemaPath:"#/properties/data/properties/nodes/items/properties/lastCall/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs26 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
else {
validate36.errors = [{instancePath:instancePath+"/data/nodes/" + i0,schemaPath:"#/properties/data/properties/nodes/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs15 === errors;
if(!valid2){
break;
}
}
}
else {
validate36.errors = [{instancePath:instancePath+"/data/nodes",schemaPath:"#/properties/data/properties/nodes/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
else {
validate36.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate36.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate36.errors = vErrors;
return errors === 0;
}

export const getRegistrySnapshot200 = validate37;
const schema38 = {"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"ok","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["signerVersion","version","oldestAcceptedVersion","signedAt","minSigners","snapshot","message","signers","signersBitmap","s","commitment"],"properties":{"signerVersion":{"minimum":1,"maximum":9007199254740991,"type":"integer"},"version":{"minimum":1,"maximum":9007199254740991,"type":"integer"},"oldestAcceptedVersion":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"signedAt":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"minSigners":{"minimum":1,"maximum":64,"type":"integer"},"snapshot":{"pattern":"^0x(?:[0-9a-f]{2})+$","type":"string"},"message":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"signers":{"type":"array","items":{"minimum":0,"maximum":63,"type":"integer"}},"signersBitmap":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"s":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"commitment":{"pattern":"^0x[0-9a-f]{40}$","type":"string"}}}}};
const pattern152 = /* @__PURE__ */ new RegExp("^0x(?:[0-9a-f]{2})+$", "u");

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.status === undefined) && (missing0 = "status")) || ((data.data === undefined) && (missing0 = "data"))){
validate37.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "status") || (key0 === "data"))){
validate37.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate37.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("ok" !== data0){
validate37.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((((((((((((data1.signerVersion === undefined) && (missing1 = "signerVersion")) || ((data1.version === undefined) && (missing1 = "version"))) || ((data1.oldestAcceptedVersion === undefined) && (missing1 = "oldestAcceptedVersion"))) || ((data1.signedAt === undefined) && (missing1 = "signedAt"))) || ((data1.minSigners === undefined) && (missing1 = "minSigners"))) || ((data1.snapshot === undefined) && (missing1 = "snapshot"))) || ((data1.message === undefined) && (missing1 = "message"))) || ((data1.signers === undefined) && (missing1 = "signers"))) || ((data1.signersBitmap === undefined) && (missing1 = "signersBitmap"))) || ((data1.s === undefined) && (missing1 = "s"))) || ((data1.commitment === undefined) && (missing1 = "commitment"))){
validate37.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs6 = errors;
for(const key1 in data1){
if(!(func2.call(schema38.properties.data.properties, key1))){
validate37.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs6 === errors){
if(data1.signerVersion !== undefined){
let data2 = data1.signerVersion;
const _errs7 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate37.errors = [{instancePath:instancePath+"/data/signerVersion",schemaPath:"#/properties/data/properties/signerVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs7){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 9007199254740991 || isNaN(data2)){
validate37.errors = [{instancePath:instancePath+"/data/signerVersion",schemaPath:"#/properties/data/properties/signerVersion/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data2 < 1 || isNaN(data2)){
validate37.errors = [{instancePath:instancePath+"/data/signerVersion",schemaPath:"#/properties/data/properties/signerVersion/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.version !== undefined){
let data3 = data1.version;
const _errs9 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate37.errors = [{instancePath:instancePath+"/data/version",schemaPath:"#/properties/data/properties/version/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs9){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 9007199254740991 || isNaN(data3)){
validate37.errors = [{instancePath:instancePath+"/data/version",schemaPath:"#/properties/data/properties/version/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data3 < 1 || isNaN(data3)){
validate37.errors = [{instancePath:instancePath+"/data/version",schemaPath:"#/properties/data/properties/version/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.oldestAcceptedVersion !== undefined){
let data4 = data1.oldestAcceptedVersion;
const _errs11 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate37.errors = [{instancePath:instancePath+"/data/oldestAcceptedVersion",schemaPath:"#/properties/data/properties/oldestAcceptedVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs11){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 9007199254740991 || isNaN(data4)){
validate37.errors = [{instancePath:instancePath+"/data/oldestAcceptedVersion",schemaPath:"#/properties/data/properties/oldestAcceptedVersion/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate37.errors = [{instancePath:instancePath+"/data/oldestAcceptedVersion",schemaPath:"#/properties/data/properties/oldestAcceptedVersion/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.signedAt !== undefined){
let data5 = data1.signedAt;
const _errs13 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate37.errors = [{instancePath:instancePath+"/data/signedAt",schemaPath:"#/properties/data/properties/signedAt/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs13){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
validate37.errors = [{instancePath:instancePath+"/data/signedAt",schemaPath:"#/properties/data/properties/signedAt/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate37.errors = [{instancePath:instancePath+"/data/signedAt",schemaPath:"#/properties/data/properties/signedAt/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.minSigners !== undefined){
let data6 = data1.minSigners;
const _errs15 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate37.errors = [{instancePath:instancePath+"/data/minSigners",schemaPath:"#/properties/data/properties/minSigners/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs15){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 64 || isNaN(data6)){
validate37.errors = [{instancePath:instancePath+"/data/minSigners",schemaPath:"#/properties/data/properties/minSigners/maximum",keyword:"maximum",params:{},message:"must be <= 64"}];
return false;
}
else {
if(data6 < 1 || isNaN(data6)){
validate37.errors = [{instancePath:instancePath+"/data/minSigners",schemaPath:"#/properties/data/properties/minSigners/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid1 = _errs15 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.snapshot !== undefined){
let data7 = data1.snapshot;
const _errs17 = errors;
if(errors === _errs17){
if(typeof data7 === "string"){
if(!pattern152.test(data7)){
validate37.errors = [{instancePath:instancePath+"/data/snapshot",schemaPath:"#/properties/data/properties/snapshot/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/snapshot",schemaPath:"#/properties/data/properties/snapshot/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.message !== undefined){
let data8 = data1.message;
const _errs19 = errors;
if(errors === _errs19){
if(typeof data8 === "string"){
if(!pattern0.test(data8)){
validate37.errors = [{instancePath:instancePath+"/data/message",schemaPath:"#/properties/data/properties/message/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/message",schemaPath:"#/properties/data/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs19 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.signers !== undefined){
let data9 = data1.signers;
const _errs21 = errors;
if(errors === _errs21){
if(Array.isArray(data9)){
var valid2 = true;
const len0 = data9.length;
for(let i0=0; i0<len0; i0++){
let data10 = data9[i0];
const _errs23 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate37.errors = [{instancePath:instancePath+"/data/signers/" + i0,schemaPath:"#/properties/data/properties/signers/items/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs23){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 63 || isNaN(data10)){
validate37.errors = [{instancePath:instancePath+"/data/signers/" + i0,schemaPath:"#/properties/data/properties/signers/items/maximum",keyword:"maximum",params:{},message:"must be <= 63"}];
return false;
}
else {
if(data10 < 0 || isNaN(data10)){
validate37.errors = [{instancePath:instancePath+"/data/signers/" + i0,schemaPath:"#/properties/data/properties/signers/items/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid2 = _errs23 === errors;
if(!valid2){
break;
}
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/signers",schemaPath:"#/properties/data/properties/signers/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs21 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.signersBitmap !== undefined){
let data11 = data1.signersBitmap;
const _errs25 = errors;
if(errors === _errs25){
if(typeof data11 === "string"){
if(!pattern0.test(data11)){
validate37.errors = [{instancePath:instancePath+"/data/signersBitmap",schemaPath:"#/properties/data/properties/signersBitmap/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/signersBitmap",schemaPath:"#/properties/data/properties/signersBitmap/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs25 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.s !== undefined){
let data12 = data1.s;
const _errs27 = errors;
if(errors === _errs27){
if(typeof data12 === "string"){
if(!pattern0.test(data12)){
validate37.errors = [{instancePath:instancePath+"/data/s",schemaPath:"#/properties/data/properties/s/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/s",schemaPath:"#/properties/data/properties/s/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs27 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.commitment !== undefined){
let data13 = data1.commitment;
const _errs29 = errors;
if(errors === _errs29){
if(typeof data13 === "string"){
if(!pattern7.test(data13)){
validate37.errors = [{instancePath:instancePath+"/data/commitment",schemaPath:"#/properties/data/properties/commitment/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data/commitment",schemaPath:"#/properties/data/properties/commitment/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs29 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate37.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate37.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate37.errors = vErrors;
return errors === 0;
}

export const getInfo200 = validate38;
const schema39 = {"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"ok","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["programId","deploymentId","gatewayPda","network","registryVersion","minSigners","nodeCount","sessionAuth","sessionMaxTtlSeconds","paths","simulate","prices","limits","version"],"properties":{"programId":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"deploymentId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"gatewayPda":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"network":{"type":"string"},"registryVersion":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"minSigners":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"nodeCount":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"sessionAuth":{"type":"boolean"},"sessionMaxTtlSeconds":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"signIn":{"additionalProperties":false,"type":"object","required":["domain","uri","chainId"],"properties":{"domain":{"type":"string"},"uri":{"type":"string"},"chainId":{"type":"string"}}},"paths":{"additionalProperties":false,"type":"object","required":["subscription","agent","x402"],"properties":{"subscription":{"type":"boolean"},"agent":{"type":"boolean"},"x402":{"type":"boolean"}}},"simulate":{"type":"boolean"},"prices":{"additionalProperties":false,"type":"object","required":["x402RoundBase","rewardPerSignature","agentRoundBase","agentRoundPerSig","subscriptionRoundBase","subscriptionRoundPerSig"],"properties":{"x402RoundBase":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"rewardPerSignature":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"agentRoundBase":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"agentRoundPerSig":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"subscriptionRoundBase":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"subscriptionRoundPerSig":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"}}},"limits":{"additionalProperties":false,"type":"object","required":["requestBytes","timestampSkewSeconds","concurrentRounds","roundDeadlineMs"],"properties":{"requestBytes":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"timestampSkewSeconds":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"concurrentRounds":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"roundDeadlineMs":{"minimum":0,"maximum":9007199254740991,"type":"integer"}}},"version":{"type":"string"}}}}};

function validate38(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.status === undefined) && (missing0 = "status")) || ((data.data === undefined) && (missing0 = "data"))){
validate38.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "status") || (key0 === "data"))){
validate38.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate38.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("ok" !== data0){
validate38.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((((((((((((((data1.programId === undefined) && (missing1 = "programId")) || ((data1.deploymentId === undefined) && (missing1 = "deploymentId"))) || ((data1.gatewayPda === undefined) && (missing1 = "gatewayPda"))) || ((data1.network === undefined) && (missing1 = "network"))) || ((data1.registryVersion === undefined) && (missing1 = "registryVersion"))) || ((data1.minSigners === undefined) && (missing1 = "minSigners"))) || ((data1.nodeCount === undefined) && (missing1 = "nodeCount"))) || ((data1.sessionAuth === undefined) && (missing1 = "sessionAuth"))) || ((data1.sessionMaxTtlSeconds === undefined) && (missing1 = "sessionMaxTtlSeconds"))) || ((data1.paths === undefined) && (missing1 = "paths"))) || ((data1.simulate === undefined) && (missing1 = "simulate"))) || ((data1.prices === undefined) && (missing1 = "prices"))) || ((data1.limits === undefined) && (missing1 = "limits"))) || ((data1.version === undefined) && (missing1 = "version"))){
validate38.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs6 = errors;
for(const key1 in data1){
if(!(func2.call(schema39.properties.data.properties, key1))){
validate38.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs6 === errors){
if(data1.programId !== undefined){
let data2 = data1.programId;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(!pattern15.test(data2)){
validate38.errors = [{instancePath:instancePath+"/data/programId",schemaPath:"#/properties/data/properties/programId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate38.errors = [{instancePath:instancePath+"/data/programId",schemaPath:"#/properties/data/properties/programId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.deploymentId !== undefined){
let data3 = data1.deploymentId;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
validate38.errors = [{instancePath:instancePath+"/data/deploymentId",schemaPath:"#/properties/data/properties/deploymentId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate38.errors = [{instancePath:instancePath+"/data/deploymentId",schemaPath:"#/properties/data/properties/deploymentId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.gatewayPda !== undefined){
let data4 = data1.gatewayPda;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data4 === "string"){
if(!pattern15.test(data4)){
validate38.errors = [{instancePath:instancePath+"/data/gatewayPda",schemaPath:"#/properties/data/properties/gatewayPda/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate38.errors = [{instancePath:instancePath+"/data/gatewayPda",schemaPath:"#/properties/data/properties/gatewayPda/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.network !== undefined){
const _errs13 = errors;
if(typeof data1.network !== "string"){
validate38.errors = [{instancePath:instancePath+"/data/network",schemaPath:"#/properties/data/properties/network/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.registryVersion !== undefined){
let data6 = data1.registryVersion;
const _errs15 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate38.errors = [{instancePath:instancePath+"/data/registryVersion",schemaPath:"#/properties/data/properties/registryVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs15){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 9007199254740991 || isNaN(data6)){
validate38.errors = [{instancePath:instancePath+"/data/registryVersion",schemaPath:"#/properties/data/properties/registryVersion/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate38.errors = [{instancePath:instancePath+"/data/registryVersion",schemaPath:"#/properties/data/properties/registryVersion/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs15 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.minSigners !== undefined){
let data7 = data1.minSigners;
const _errs17 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate38.errors = [{instancePath:instancePath+"/data/minSigners",schemaPath:"#/properties/data/properties/minSigners/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs17){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 9007199254740991 || isNaN(data7)){
validate38.errors = [{instancePath:instancePath+"/data/minSigners",schemaPath:"#/properties/data/properties/minSigners/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate38.errors = [{instancePath:instancePath+"/data/minSigners",schemaPath:"#/properties/data/properties/minSigners/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.nodeCount !== undefined){
let data8 = data1.nodeCount;
const _errs19 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate38.errors = [{instancePath:instancePath+"/data/nodeCount",schemaPath:"#/properties/data/properties/nodeCount/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs19){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 9007199254740991 || isNaN(data8)){
validate38.errors = [{instancePath:instancePath+"/data/nodeCount",schemaPath:"#/properties/data/properties/nodeCount/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data8 < 0 || isNaN(data8)){
validate38.errors = [{instancePath:instancePath+"/data/nodeCount",schemaPath:"#/properties/data/properties/nodeCount/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs19 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.sessionAuth !== undefined){
const _errs21 = errors;
if(typeof data1.sessionAuth !== "boolean"){
validate38.errors = [{instancePath:instancePath+"/data/sessionAuth",schemaPath:"#/properties/data/properties/sessionAuth/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs21 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.sessionMaxTtlSeconds !== undefined){
let data10 = data1.sessionMaxTtlSeconds;
const _errs23 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate38.errors = [{instancePath:instancePath+"/data/sessionMaxTtlSeconds",schemaPath:"#/properties/data/properties/sessionMaxTtlSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs23){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 9007199254740991 || isNaN(data10)){
validate38.errors = [{instancePath:instancePath+"/data/sessionMaxTtlSeconds",schemaPath:"#/properties/data/properties/sessionMaxTtlSeconds/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data10 < 0 || isNaN(data10)){
validate38.errors = [{instancePath:instancePath+"/data/sessionMaxTtlSeconds",schemaPath:"#/properties/data/properties/sessionMaxTtlSeconds/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs23 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.signIn !== undefined){
let data11 = data1.signIn;
const _errs25 = errors;
if(errors === _errs25){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
let missing2;
if((((data11.domain === undefined) && (missing2 = "domain")) || ((data11.uri === undefined) && (missing2 = "uri"))) || ((data11.chainId === undefined) && (missing2 = "chainId"))){
validate38.errors = [{instancePath:instancePath+"/data/signIn",schemaPath:"#/properties/data/properties/signIn/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs27 = errors;
for(const key2 in data11){
if(!(((key2 === "domain") || (key2 === "uri")) || (key2 === "chainId"))){
validate38.errors = [{instancePath:instancePath+"/data/signIn",schemaPath:"#/properties/data/properties/signIn/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:""}];
return false;
break;
}
}
if(_errs27 === errors){
if(data11.domain !== undefined){
const _errs28 = errors;
if(typeof data11.domain !== "string"){
validate38.errors = [{instancePath:instancePath+"/data/signIn/domain",schemaPath:"#/properties/data/properties/signIn/properties/domain/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs28 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data11.uri !== undefined){
const _errs30 = errors;
if(typeof data11.uri !== "string"){
validate38.errors = [{instancePath:instancePath+"/data/signIn/uri",schemaPath:"#/properties/data/properties/signIn/properties/uri/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs30 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data11.chainId !== undefined){
const _errs32 = errors;
if(typeof data11.chainId !== "string"){
validate38.errors = [{instancePath:instancePath+"/data/signIn/chainId",schemaPath:"#/properties/data/properties/signIn/properties/chainId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs32 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
else {
validate38.errors = [{instancePath:instancePath+"/data/signIn",schemaPath:"#/properties/data/properties/signIn/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs25 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.paths !== undefined){
let data15 = data1.paths;
const _errs34 = errors;
if(errors === _errs34){
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
let missing3;
if((((data15.subscription === undefined) && (missing3 = "subscription")) || ((data15.agent === undefined) && (missing3 = "agent"))) || ((data15.x402 === undefined) && (missing3 = "x402"))){
validate38.errors = [{instancePath:instancePath+"/data/paths",schemaPath:"#/properties/data/properties/paths/required",keyword:"required",params:{missingProperty: missing3},message:""}];
return false;
}
else {
const _errs36 = errors;
for(const key3 in data15){
if(!(((key3 === "subscription") || (key3 === "agent")) || (key3 === "x402"))){
validate38.errors = [{instancePath:instancePath+"/data/paths",schemaPath:"#/properties/data/properties/paths/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""}];
return false;
break;
}
}
if(_errs36 === errors){
if(data15.subscription !== undefined){
const _errs37 = errors;
if(typeof data15.subscription !== "boolean"){
validate38.errors = [{instancePath:instancePath+"/data/paths/subscription",schemaPath:"#/properties/data/properties/paths/properties/subscription/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid3 = _errs37 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data15.agent !== undefined){
const _errs39 = errors;
if(typeof data15.agent !== "boolean"){
validate38.errors = [{instancePath:instancePath+"/data/paths/agent",schemaPath:"#/properties/data/properties/paths/properties/agent/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid3 = _errs39 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data15.x402 !== undefined){
const _errs41 = errors;
if(typeof data15.x402 !== "boolean"){
validate38.errors = [{instancePath:instancePath+"/data/paths/x402",schemaPath:"#/properties/data/properties/paths/properties/x402/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid3 = _errs41 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
else {
validate38.errors = [{instancePath:instancePath+"/data/paths",schemaPath:"#/properties/data/properties/paths/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs34 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.simulate !== undefined){
const _errs43 = errors;
if(typeof data1.simulate !== "boolean"){
validate38.errors = [{instancePath:instancePath+"/data/simulate",schemaPath:"#/properties/data/properties/simulate/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs43 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.prices !== undefined){
let data20 = data1.prices;
const _errs45 = errors;
if(errors === _errs45){
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
let missing4;
if(((((((data20.x402RoundBase === undefined) && (missing4 = "x402RoundBase")) || ((data20.rewardPerSignature === undefined) && (missing4 = "rewardPerSignature"))) || ((data20.agentRoundBase === undefined) && (missing4 = "agentRoundBase"))) || ((data20.agentRoundPerSig === undefined) && (missing4 = "agentRoundPerSig"))) || ((data20.subscriptionRoundBase === undefined) && (missing4 = "subscriptionRoundBase"))) || ((data20.subscriptionRoundPerSig === undefined) && (missing4 = "subscriptionRoundPerSig"))){
validate38.errors = [{instancePath:instancePath+"/data/prices",schemaPath:"#/properties/data/properties/prices/required",keyword:"required",params:{missingProperty: missing4},message:""}];
return false;
}
else {
const _errs47 = errors;
for(const key4 in data20){
if(!((((((key4 === "x402RoundBase") || (key4 === "rewardPerSignature")) || (key4 === "agentRoundBase")) || (key4 === "agentRoundPerSig")) || (key4 === "subscriptionRoundBase")) || (key4 === "subscriptionRoundPerSig"))){
validate38.errors = [{instancePath:instancePath+"/data/prices",schemaPath:"#/properties/data/properties/prices/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:""}];
return false;
break;
}
}
if(_errs47 === errors){
if(data20.x402RoundBase !== undefined){
let data21 = data20.x402RoundBase;
const _errs48 = errors;
if(errors === _errs48){
if(typeof data21 === "string"){
if(!pattern83.test(data21)){
validate38.errors = [{instancePath:instancePath+"/data/prices/x402RoundBase",schemaPath:"#/properties/data/properties/prices/properties/x402RoundBase/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate38.errors = [{instancePath:instancePath+"/data/prices/x402RoundBase",schemaPath:"#/properties/data/properties/prices/properties/x402RoundBase/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs48 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data20.rewardPerSignature !== undefined){
let data22 = data20.rewardPerSignature;
const _errs50 = errors;
if(errors === _errs50){
if(typeof data22 === "string"){
if(!pattern83.test(data22)){
validate38.errors = [{instancePath:instancePath+"/data/prices/rewardPerSignature",schemaPath:"#/properties/data/properties/prices/properties/rewardPerSignature/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate38.errors = [{instancePath:instancePath+"/data/prices/rewardPerSignature",schemaPath:"#/properties/data/properties/prices/properties/rewardPerSignature/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs50 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data20.agentRoundBase !== undefined){
let data23 = data20.agentRoundBase;
const _errs52 = errors;
if(errors === _errs52){
if(typeof data23 === "string"){
if(!pattern83.test(data23)){
validate38.errors = [{instancePath:instancePath+"/data/prices/agentRoundBase",schemaPath:"#/properties/data/properties/prices/properties/agentRoundBase/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate38.errors = [{instancePath:instancePath+"/data/prices/agentRoundBase",schemaPath:"#/properties/data/properties/prices/properties/agentRoundBase/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs52 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data20.agentRoundPerSig !== undefined){
let data24 = data20.agentRoundPerSig;
const _errs54 = errors;
if(errors === _errs54){
if(typeof data24 === "string"){
if(!pattern83.test(data24)){
validate38.errors = [{instancePath:instancePath+"/data/prices/agentRoundPerSig",schemaPath:"#/properties/data/properties/prices/properties/agentRoundPerSig/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate38.errors = [{instancePath:instancePath+"/data/prices/agentRoundPerSig",schemaPath:"#/properties/data/properties/prices/properties/agentRoundPerSig/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs54 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data20.subscriptionRoundBase !== undefined){
let data25 = data20.subscriptionRoundBase;
const _errs56 = errors;
if(errors === _errs56){
if(typeof data25 === "string"){
if(!pattern83.test(data25)){
validate38.errors = [{instancePath:instancePath+"/data/prices/subscriptionRoundBase",schemaPath:"#/properties/data/properties/prices/properties/subscriptionRoundBase/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate38.errors = [{instancePath:instancePath+"/data/prices/subscriptionRoundBase",schemaPath:"#/properties/data/properties/prices/properties/subscriptionRoundBase/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs56 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data20.subscriptionRoundPerSig !== undefined){
let data26 = data20.subscriptionRoundPerSig;
const _errs58 = errors;
if(errors === _errs58){
if(typeof data26 === "string"){
if(!pattern83.test(data26)){
validate38.errors = [{instancePath:instancePath+"/data/prices/subscriptionRoundPerSig",schemaPath:"#/properties/data/properties/prices/properties/subscriptionRoundPerSig/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate38.errors = [{instancePath:instancePath+"/data/prices/subscriptionRoundPerSig",schemaPath:"#/properties/data/properties/prices/properties/subscriptionRoundPerSig/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs58 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
}
}
else {
validate38.errors = [{instancePath:instancePath+"/data/prices",schemaPath:"#/properties/data/properties/prices/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs45 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.limits !== undefined){
let data27 = data1.limits;
const _errs60 = errors;
if(errors === _errs60){
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
let missing5;
if(((((data27.requestBytes === undefined) && (missing5 = "requestBytes")) || ((data27.timestampSkewSeconds === undefined) && (missing5 = "timestampSkewSeconds"))) || ((data27.concurrentRounds === undefined) && (missing5 = "concurrentRounds"))) || ((data27.roundDeadlineMs === undefined) && (missing5 = "roundDeadlineMs"))){
validate38.errors = [{instancePath:instancePath+"/data/limits",schemaPath:"#/properties/data/properties/limits/required",keyword:"required",params:{missingProperty: missing5},message:""}];
return false;
}
else {
const _errs62 = errors;
for(const key5 in data27){
if(!((((key5 === "requestBytes") || (key5 === "timestampSkewSeconds")) || (key5 === "concurrentRounds")) || (key5 === "roundDeadlineMs"))){
validate38.errors = [{instancePath:instancePath+"/data/limits",schemaPath:"#/properties/data/properties/limits/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:""}];
return false;
break;
}
}
if(_errs62 === errors){
if(data27.requestBytes !== undefined){
let data28 = data27.requestBytes;
const _errs63 = errors;
if(!(((typeof data28 == "number") && (!(data28 % 1) && !isNaN(data28))) && (isFinite(data28)))){
validate38.errors = [{instancePath:instancePath+"/data/limits/requestBytes",schemaPath:"#/properties/data/properties/limits/properties/requestBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs63){
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 9007199254740991 || isNaN(data28)){
validate38.errors = [{instancePath:instancePath+"/data/limits/requestBytes",schemaPath:"#/properties/data/properties/limits/properties/requestBytes/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data28 < 0 || isNaN(data28)){
validate38.errors = [{instancePath:instancePath+"/data/limits/requestBytes",schemaPath:"#/properties/data/properties/limits/properties/requestBytes/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid5 = _errs63 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data27.timestampSkewSeconds !== undefined){
let data29 = data27.timestampSkewSeconds;
const _errs65 = errors;
if(!(((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29))) && (isFinite(data29)))){
validate38.errors = [{instancePath:instancePath+"/data/limits/timestampSkewSeconds",schemaPath:"#/properties/data/properties/limits/properties/timestampSkewSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs65){
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 9007199254740991 || isNaN(data29)){
validate38.errors = [{instancePath:instancePath+"/data/limits/timestampSkewSeconds",schemaPath:"#/properties/data/properties/limits/properties/timestampSkewSeconds/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data29 < 0 || isNaN(data29)){
validate38.errors = [{instancePath:instancePath+"/data/limits/timestampSkewSeconds",schemaPath:"#/properties/data/properties/limits/properties/timestampSkewSeconds/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid5 = _errs65 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data27.concurrentRounds !== undefined){
let data30 = data27.concurrentRounds;
const _errs67 = errors;
if(!(((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30))) && (isFinite(data30)))){
validate38.errors = [{instancePath:instancePath+"/data/limits/concurrentRounds",schemaPath:"#/properties/data/properties/limits/properties/concurrentRounds/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs67){
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 > 9007199254740991 || isNaN(data30)){
validate38.errors = [{instancePath:instancePath+"/data/limits/concurrentRounds",schemaPath:"#/properties/data/properties/limits/properties/concurrentRounds/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data30 < 0 || isNaN(data30)){
validate38.errors = [{instancePath:instancePath+"/data/limits/concurrentRounds",schemaPath:"#/properties/data/properties/limits/properties/concurrentRounds/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid5 = _errs67 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data27.roundDeadlineMs !== undefined){
let data31 = data27.roundDeadlineMs;
const _errs69 = errors;
if(!(((typeof data31 == "number") && (!(data31 % 1) && !isNaN(data31))) && (isFinite(data31)))){
validate38.errors = [{instancePath:instancePath+"/data/limits/roundDeadlineMs",schemaPath:"#/properties/data/properties/limits/properties/roundDeadlineMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs69){
if((typeof data31 == "number") && (isFinite(data31))){
if(data31 > 9007199254740991 || isNaN(data31)){
validate38.errors = [{instancePath:instancePath+"/data/limits/roundDeadlineMs",schemaPath:"#/properties/data/properties/limits/properties/roundDeadlineMs/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data31 < 0 || isNaN(data31)){
validate38.errors = [{instancePath:instancePath+"/data/limits/roundDeadlineMs",schemaPath:"#/properties/data/properties/limits/properties/roundDeadlineMs/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid5 = _errs69 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
}
else {
validate38.errors = [{instancePath:instancePath+"/data/limits",schemaPath:"#/properties/data/properties/limits/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs60 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.version !== undefined){
const _errs71 = errors;
if(typeof data1.version !== "string"){
validate38.errors = [{instancePath:instancePath+"/data/version",schemaPath:"#/properties/data/properties/version/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs71 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate38.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate38.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate38.errors = vErrors;
return errors === 0;
}

export const getOpenApi200 = validate39;
const schema40 = {"additionalProperties":true,"type":"object","required":["openapi","info","servers","paths","components"],"properties":{"openapi":{"const":"3.1.0","type":"string"},"info":{"additionalProperties":true,"type":"object","required":["title","version"],"properties":{"title":{"type":"string"},"version":{"type":"string"}}},"servers":{"type":"array","items":{"additionalProperties":true,"type":"object","required":["url"],"properties":{"url":{"type":"string"}}}},"paths":{"additionalProperties":true,"type":"object","properties":{}},"components":{"additionalProperties":true,"type":"object","properties":{}}}};

function validate39(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.openapi === undefined) && (missing0 = "openapi")) || ((data.info === undefined) && (missing0 = "info"))) || ((data.servers === undefined) && (missing0 = "servers"))) || ((data.paths === undefined) && (missing0 = "paths"))) || ((data.components === undefined) && (missing0 = "components"))){
validate39.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
if(data.openapi !== undefined){
let data0 = data.openapi;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate39.errors = [{instancePath:instancePath+"/openapi",schemaPath:"#/properties/openapi/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("3.1.0" !== data0){
validate39.errors = [{instancePath:instancePath+"/openapi",schemaPath:"#/properties/openapi/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.info !== undefined){
let data1 = data.info;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((data1.title === undefined) && (missing1 = "title")) || ((data1.version === undefined) && (missing1 = "version"))){
validate39.errors = [{instancePath:instancePath+"/info",schemaPath:"#/properties/info/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
if(data1.title !== undefined){
const _errs7 = errors;
if(typeof data1.title !== "string"){
validate39.errors = [{instancePath:instancePath+"/info/title",schemaPath:"#/properties/info/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.version !== undefined){
const _errs9 = errors;
if(typeof data1.version !== "string"){
validate39.errors = [{instancePath:instancePath+"/info/version",schemaPath:"#/properties/info/properties/version/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
}
}
}
else {
validate39.errors = [{instancePath:instancePath+"/info",schemaPath:"#/properties/info/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.servers !== undefined){
let data4 = data.servers;
const _errs11 = errors;
if(errors === _errs11){
if(Array.isArray(data4)){
var valid2 = true;
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
const _errs13 = errors;
if(errors === _errs13){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing2;
if((data5.url === undefined) && (missing2 = "url")){
validate39.errors = [{instancePath:instancePath+"/servers/" + i0,schemaPath:"#/properties/servers/items/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
if(data5.url !== undefined){
if(typeof data5.url !== "string"){
validate39.errors = [{instancePath:instancePath+"/servers/" + i0+"/url",schemaPath:"#/properties/servers/items/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
}
else {
validate39.errors = [{instancePath:instancePath+"/servers/" + i0,schemaPath:"#/properties/servers/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs13 === errors;
if(!valid2){
break;
}
}
}
else {
validate39.errors = [{instancePath:instancePath+"/servers",schemaPath:"#/properties/servers/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.paths !== undefined){
let data7 = data.paths;
const _errs18 = errors;
if(errors === _errs18){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
}
else {
validate39.errors = [{instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.components !== undefined){
let data8 = data.components;
const _errs21 = errors;
if(errors === _errs21){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
}
else {
validate39.errors = [{instancePath:instancePath+"/components",schemaPath:"#/properties/components/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate39.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate39.errors = vErrors;
return errors === 0;
}

export const getOpenApi304 = validate40;
const schema41 = {"type":"null"};

function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data !== null){
validate40.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "null"},message:"must be null"}];
return false;
}
validate40.errors = vErrors;
return errors === 0;
}

export const getLlmsText200 = validate41;
const schema42 = {"minLength":1,"type":"string"};

function validate41(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(typeof data === "string"){
if(func5(data) < 1){
validate41.errors = [{instancePath,schemaPath:"#/minLength",keyword:"minLength",params:{},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate41.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
validate41.errors = vErrors;
return errors === 0;
}

export const getProviders200 = validate42;
const schema43 = {"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"ok","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["providers"],"properties":{"providers":{"type":"array","items":{"additionalProperties":false,"type":"object","required":["id","name","description","flows","feedCount"],"properties":{"id":{"pattern":"^[a-z0-9][a-z0-9_-]{0,63}$","type":"string"},"name":{"type":"string"},"description":{"type":"string"},"flows":{"type":"array","items":{"enum":["api_key","x402"]}},"feedCount":{"minimum":0,"maximum":9007199254740991,"type":"integer"}}}}}}}};
const pattern166 = /* @__PURE__ */ new RegExp("^[a-z0-9][a-z0-9_-]{0,63}$", "u");

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.status === undefined) && (missing0 = "status")) || ((data.data === undefined) && (missing0 = "data"))){
validate42.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "status") || (key0 === "data"))){
validate42.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate42.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("ok" !== data0){
validate42.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((data1.providers === undefined) && (missing1 = "providers")){
validate42.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs6 = errors;
for(const key1 in data1){
if(!(key1 === "providers")){
validate42.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs6 === errors){
if(data1.providers !== undefined){
let data2 = data1.providers;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data2)){
var valid2 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs9 = errors;
if(errors === _errs9){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing2;
if((((((data3.id === undefined) && (missing2 = "id")) || ((data3.name === undefined) && (missing2 = "name"))) || ((data3.description === undefined) && (missing2 = "description"))) || ((data3.flows === undefined) && (missing2 = "flows"))) || ((data3.feedCount === undefined) && (missing2 = "feedCount"))){
validate42.errors = [{instancePath:instancePath+"/data/providers/" + i0,schemaPath:"#/properties/data/properties/providers/items/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs11 = errors;
for(const key2 in data3){
if(!(((((key2 === "id") || (key2 === "name")) || (key2 === "description")) || (key2 === "flows")) || (key2 === "feedCount"))){
validate42.errors = [{instancePath:instancePath+"/data/providers/" + i0,schemaPath:"#/properties/data/properties/providers/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:""}];
return false;
break;
}
}
if(_errs11 === errors){
if(data3.id !== undefined){
let data4 = data3.id;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data4 === "string"){
if(!pattern166.test(data4)){
validate42.errors = [{instancePath:instancePath+"/data/providers/" + i0+"/id",schemaPath:"#/properties/data/properties/providers/items/properties/id/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate42.errors = [{instancePath:instancePath+"/data/providers/" + i0+"/id",schemaPath:"#/properties/data/properties/providers/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs12 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.name !== undefined){
const _errs14 = errors;
if(typeof data3.name !== "string"){
validate42.errors = [{instancePath:instancePath+"/data/providers/" + i0+"/name",schemaPath:"#/properties/data/properties/providers/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs14 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.description !== undefined){
const _errs16 = errors;
if(typeof data3.description !== "string"){
validate42.errors = [{instancePath:instancePath+"/data/providers/" + i0+"/description",schemaPath:"#/properties/data/properties/providers/items/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs16 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.flows !== undefined){
let data7 = data3.flows;
const _errs18 = errors;
if(errors === _errs18){
if(Array.isArray(data7)){
var valid4 = true;
const len1 = data7.length;
for(let i1=0; i1<len1; i1++){
let data8 = data7[i1];
const _errs20 = errors;
if(!((data8 === "api_key") || (data8 === "x402"))){
validate42.errors = [{instancePath:instancePath+"/data/providers/" + i0+"/flows/" + i1,schemaPath:"#/properties/data/properties/providers/items/properties/flows/items/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid4 = _errs20 === errors;
if(!valid4){
break;
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/data/providers/" + i0+"/flows",schemaPath:"#/properties/data/properties/providers/items/properties/flows/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid3 = _errs18 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.feedCount !== undefined){
let data9 = data3.feedCount;
const _errs21 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate42.errors = [{instancePath:instancePath+"/data/providers/" + i0+"/feedCount",schemaPath:"#/properties/data/properties/providers/items/properties/feedCount/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs21){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 9007199254740991 || isNaN(data9)){
validate42.errors = [{instancePath:instancePath+"/data/providers/" + i0+"/feedCount",schemaPath:"#/properties/data/properties/providers/items/properties/feedCount/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data9 < 0 || isNaN(data9)){
validate42.errors = [{instancePath:instancePath+"/data/providers/" + i0+"/feedCount",schemaPath:"#/properties/data/properties/providers/items/properties/feedCount/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid3 = _errs21 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/data/providers/" + i0,schemaPath:"#/properties/data/properties/providers/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs9 === errors;
if(!valid2){
break;
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/data/providers",schemaPath:"#/properties/data/properties/providers/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
}
}
}
}
else {
validate42.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate42.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate42.errors = vErrors;
return errors === 0;
}

export const getProvider200 = validate43;
const schema44 = {"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"ok","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["id","name","description","docsUrl","termsUrl","disclosure","aggregation","operations","flows"],"properties":{"id":{"pattern":"^[a-z0-9][a-z0-9_-]{0,63}$","type":"string"},"name":{"type":"string"},"description":{"type":"string"},"docsUrl":{"type":"string"},"termsUrl":{"type":"string"},"disclosure":{"type":"string"},"aggregation":{"additionalProperties":false,"type":"object","required":["mode","minSignatures","reason"],"properties":{"mode":{"enum":["exact","tolerance"]},"minSignatures":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"reason":{"type":"string"}}},"operations":{"type":"array","items":{"additionalProperties":false,"type":"object","required":["id","assetClass","path","symbolExample"],"properties":{"id":{"type":"string"},"assetClass":{"type":"string"},"path":{"type":"string"},"symbolExample":{"type":"string"}}}},"flows":{"type":"array","items":{"additionalProperties":false,"type":"object","required":["kind","baseUrl","credential","feeds"],"properties":{"kind":{"enum":["api_key","x402"]},"baseUrl":{"type":"string"},"pathPrefix":{"type":"string"},"credential":{"additionalProperties":false,"type":"object","required":["mode"],"properties":{"mode":{"enum":["none","caller","sponsored"]},"header":{"type":"string"}}},"x402":{"additionalProperties":false,"type":"object","required":["scheme","version","network","asset","assetName","paymentModes","catalogUrl"],"properties":{"scheme":{"const":"exact","type":"string"},"version":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"network":{"type":"string"},"asset":{"type":"string"},"assetName":{"type":"string"},"paymentModes":{"type":"array","items":{"const":"per_node","type":"string"}},"catalogUrl":{"type":"string"}}},"feeds":{"type":"array","items":{"additionalProperties":false,"type":"object","required":["id","title","operation","symbol","sourceId","apiConfig"],"properties":{"id":{"type":"string"},"title":{"type":"string"},"operation":{"type":"string"},"symbol":{"type":"string"},"sourceId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"apiConfig":{"additionalProperties":false,"type":"object","required":["url","method"],"properties":{"url":{"maxLength":2048,"type":"string"},"method":{"enum":["GET","POST","PUT","PATCH","DELETE","HEAD","OPTIONS"]},"headers":{"type":"object","patternProperties":{"^(.*)$":{"type":"string"}}},"responseParser":{"maxLength":512,"type":"string"},"valueTransform":{"maxLength":256,"type":"string"},"aggregation":{"additionalProperties":false,"type":"object","required":["mode","rule","maxDeviationBps","maxAgeMs","numeric"],"properties":{"mode":{"const":"tolerance","type":"string"},"rule":{"const":"median","type":"string"},"maxDeviationBps":{"minimum":0,"maximum":10000,"type":"integer"},"maxAgeMs":{"minimum":1,"maximum":3600000,"type":"integer"},"numeric":{"additionalProperties":false,"type":"object","required":["type","decimals"],"properties":{"type":{"const":"int256","type":"string"},"decimals":{"minimum":0,"maximum":36,"type":"integer"}}}}}}}}}}}}}}}}};

function validate43(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.status === undefined) && (missing0 = "status")) || ((data.data === undefined) && (missing0 = "data"))){
validate43.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "status") || (key0 === "data"))){
validate43.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate43.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("ok" !== data0){
validate43.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((((((((((data1.id === undefined) && (missing1 = "id")) || ((data1.name === undefined) && (missing1 = "name"))) || ((data1.description === undefined) && (missing1 = "description"))) || ((data1.docsUrl === undefined) && (missing1 = "docsUrl"))) || ((data1.termsUrl === undefined) && (missing1 = "termsUrl"))) || ((data1.disclosure === undefined) && (missing1 = "disclosure"))) || ((data1.aggregation === undefined) && (missing1 = "aggregation"))) || ((data1.operations === undefined) && (missing1 = "operations"))) || ((data1.flows === undefined) && (missing1 = "flows"))){
validate43.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs6 = errors;
for(const key1 in data1){
if(!(func2.call(schema44.properties.data.properties, key1))){
validate43.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs6 === errors){
if(data1.id !== undefined){
let data2 = data1.id;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(!pattern166.test(data2)){
validate43.errors = [{instancePath:instancePath+"/data/id",schemaPath:"#/properties/data/properties/id/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/id",schemaPath:"#/properties/data/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.name !== undefined){
const _errs9 = errors;
if(typeof data1.name !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/name",schemaPath:"#/properties/data/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.description !== undefined){
const _errs11 = errors;
if(typeof data1.description !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/description",schemaPath:"#/properties/data/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.docsUrl !== undefined){
const _errs13 = errors;
if(typeof data1.docsUrl !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/docsUrl",schemaPath:"#/properties/data/properties/docsUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.termsUrl !== undefined){
const _errs15 = errors;
if(typeof data1.termsUrl !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/termsUrl",schemaPath:"#/properties/data/properties/termsUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs15 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.disclosure !== undefined){
const _errs17 = errors;
if(typeof data1.disclosure !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/disclosure",schemaPath:"#/properties/data/properties/disclosure/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.aggregation !== undefined){
let data8 = data1.aggregation;
const _errs19 = errors;
if(errors === _errs19){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
let missing2;
if((((data8.mode === undefined) && (missing2 = "mode")) || ((data8.minSignatures === undefined) && (missing2 = "minSignatures"))) || ((data8.reason === undefined) && (missing2 = "reason"))){
validate43.errors = [{instancePath:instancePath+"/data/aggregation",schemaPath:"#/properties/data/properties/aggregation/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs21 = errors;
for(const key2 in data8){
if(!(((key2 === "mode") || (key2 === "minSignatures")) || (key2 === "reason"))){
validate43.errors = [{instancePath:instancePath+"/data/aggregation",schemaPath:"#/properties/data/properties/aggregation/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:""}];
return false;
break;
}
}
if(_errs21 === errors){
if(data8.mode !== undefined){
let data9 = data8.mode;
const _errs22 = errors;
if(!((data9 === "exact") || (data9 === "tolerance"))){
validate43.errors = [{instancePath:instancePath+"/data/aggregation/mode",schemaPath:"#/properties/data/properties/aggregation/properties/mode/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid2 = _errs22 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data8.minSignatures !== undefined){
let data10 = data8.minSignatures;
const _errs23 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate43.errors = [{instancePath:instancePath+"/data/aggregation/minSignatures",schemaPath:"#/properties/data/properties/aggregation/properties/minSignatures/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs23){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 9007199254740991 || isNaN(data10)){
validate43.errors = [{instancePath:instancePath+"/data/aggregation/minSignatures",schemaPath:"#/properties/data/properties/aggregation/properties/minSignatures/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data10 < 0 || isNaN(data10)){
validate43.errors = [{instancePath:instancePath+"/data/aggregation/minSignatures",schemaPath:"#/properties/data/properties/aggregation/properties/minSignatures/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid2 = _errs23 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data8.reason !== undefined){
const _errs25 = errors;
if(typeof data8.reason !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/aggregation/reason",schemaPath:"#/properties/data/properties/aggregation/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs25 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/aggregation",schemaPath:"#/properties/data/properties/aggregation/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs19 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.operations !== undefined){
let data12 = data1.operations;
const _errs27 = errors;
if(errors === _errs27){
if(Array.isArray(data12)){
var valid3 = true;
const len0 = data12.length;
for(let i0=0; i0<len0; i0++){
let data13 = data12[i0];
const _errs29 = errors;
if(errors === _errs29){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
let missing3;
if(((((data13.id === undefined) && (missing3 = "id")) || ((data13.assetClass === undefined) && (missing3 = "assetClass"))) || ((data13.path === undefined) && (missing3 = "path"))) || ((data13.symbolExample === undefined) && (missing3 = "symbolExample"))){
validate43.errors = [{instancePath:instancePath+"/data/operations/" + i0,schemaPath:"#/properties/data/properties/operations/items/required",keyword:"required",params:{missingProperty: missing3},message:""}];
return false;
}
else {
const _errs31 = errors;
for(const key3 in data13){
if(!((((key3 === "id") || (key3 === "assetClass")) || (key3 === "path")) || (key3 === "symbolExample"))){
validate43.errors = [{instancePath:instancePath+"/data/operations/" + i0,schemaPath:"#/properties/data/properties/operations/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""}];
return false;
break;
}
}
if(_errs31 === errors){
if(data13.id !== undefined){
const _errs32 = errors;
if(typeof data13.id !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/operations/" + i0+"/id",schemaPath:"#/properties/data/properties/operations/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs32 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.assetClass !== undefined){
const _errs34 = errors;
if(typeof data13.assetClass !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/operations/" + i0+"/assetClass",schemaPath:"#/properties/data/properties/operations/items/properties/assetClass/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs34 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.path !== undefined){
const _errs36 = errors;
if(typeof data13.path !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/operations/" + i0+"/path",schemaPath:"#/properties/data/properties/operations/items/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs36 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data13.symbolExample !== undefined){
const _errs38 = errors;
if(typeof data13.symbolExample !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/operations/" + i0+"/symbolExample",schemaPath:"#/properties/data/properties/operations/items/properties/symbolExample/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs38 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/operations/" + i0,schemaPath:"#/properties/data/properties/operations/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs29 === errors;
if(!valid3){
break;
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/operations",schemaPath:"#/properties/data/properties/operations/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs27 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.flows !== undefined){
let data18 = data1.flows;
const _errs40 = errors;
if(errors === _errs40){
if(Array.isArray(data18)){
var valid5 = true;
const len1 = data18.length;
for(let i1=0; i1<len1; i1++){
let data19 = data18[i1];
const _errs42 = errors;
if(errors === _errs42){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
let missing4;
if(((((data19.kind === undefined) && (missing4 = "kind")) || ((data19.baseUrl === undefined) && (missing4 = "baseUrl"))) || ((data19.credential === undefined) && (missing4 = "credential"))) || ((data19.feeds === undefined) && (missing4 = "feeds"))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1,schemaPath:"#/properties/data/properties/flows/items/required",keyword:"required",params:{missingProperty: missing4},message:""}];
return false;
}
else {
const _errs44 = errors;
for(const key4 in data19){
if(!((((((key4 === "kind") || (key4 === "baseUrl")) || (key4 === "pathPrefix")) || (key4 === "credential")) || (key4 === "x402")) || (key4 === "feeds"))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1,schemaPath:"#/properties/data/properties/flows/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:""}];
return false;
break;
}
}
if(_errs44 === errors){
if(data19.kind !== undefined){
let data20 = data19.kind;
const _errs45 = errors;
if(!((data20 === "api_key") || (data20 === "x402"))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/kind",schemaPath:"#/properties/data/properties/flows/items/properties/kind/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid6 = _errs45 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.baseUrl !== undefined){
const _errs46 = errors;
if(typeof data19.baseUrl !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/baseUrl",schemaPath:"#/properties/data/properties/flows/items/properties/baseUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs46 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.pathPrefix !== undefined){
const _errs48 = errors;
if(typeof data19.pathPrefix !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/pathPrefix",schemaPath:"#/properties/data/properties/flows/items/properties/pathPrefix/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs48 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.credential !== undefined){
let data23 = data19.credential;
const _errs50 = errors;
if(errors === _errs50){
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
let missing5;
if((data23.mode === undefined) && (missing5 = "mode")){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/credential",schemaPath:"#/properties/data/properties/flows/items/properties/credential/required",keyword:"required",params:{missingProperty: missing5},message:""}];
return false;
}
else {
const _errs52 = errors;
for(const key5 in data23){
if(!((key5 === "mode") || (key5 === "header"))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/credential",schemaPath:"#/properties/data/properties/flows/items/properties/credential/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:""}];
return false;
break;
}
}
if(_errs52 === errors){
if(data23.mode !== undefined){
let data24 = data23.mode;
const _errs53 = errors;
if(!(((data24 === "none") || (data24 === "caller")) || (data24 === "sponsored"))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/credential/mode",schemaPath:"#/properties/data/properties/flows/items/properties/credential/properties/mode/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid7 = _errs53 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data23.header !== undefined){
const _errs54 = errors;
if(typeof data23.header !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/credential/header",schemaPath:"#/properties/data/properties/flows/items/properties/credential/properties/header/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs54 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/credential",schemaPath:"#/properties/data/properties/flows/items/properties/credential/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid6 = _errs50 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.x402 !== undefined){
let data26 = data19.x402;
const _errs56 = errors;
if(errors === _errs56){
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
let missing6;
if((((((((data26.scheme === undefined) && (missing6 = "scheme")) || ((data26.version === undefined) && (missing6 = "version"))) || ((data26.network === undefined) && (missing6 = "network"))) || ((data26.asset === undefined) && (missing6 = "asset"))) || ((data26.assetName === undefined) && (missing6 = "assetName"))) || ((data26.paymentModes === undefined) && (missing6 = "paymentModes"))) || ((data26.catalogUrl === undefined) && (missing6 = "catalogUrl"))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/x402",schemaPath:"#/properties/data/properties/flows/items/properties/x402/required",keyword:"required",params:{missingProperty: missing6},message:""}];
return false;
}
else {
const _errs58 = errors;
for(const key6 in data26){
if(!(((((((key6 === "scheme") || (key6 === "version")) || (key6 === "network")) || (key6 === "asset")) || (key6 === "assetName")) || (key6 === "paymentModes")) || (key6 === "catalogUrl"))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/x402",schemaPath:"#/properties/data/properties/flows/items/properties/x402/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:""}];
return false;
break;
}
}
if(_errs58 === errors){
if(data26.scheme !== undefined){
let data27 = data26.scheme;
const _errs59 = errors;
if(typeof data27 !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/x402/scheme",schemaPath:"#/properties/data/properties/flows/items/properties/x402/properties/scheme/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("exact" !== data27){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/x402/scheme",schemaPath:"#/properties/data/properties/flows/items/properties/x402/properties/scheme/const",keyword:"const",params:{},message:""}];
return false;
}
var valid8 = _errs59 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data26.version !== undefined){
let data28 = data26.version;
const _errs61 = errors;
if(!(((typeof data28 == "number") && (!(data28 % 1) && !isNaN(data28))) && (isFinite(data28)))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/x402/version",schemaPath:"#/properties/data/properties/flows/items/properties/x402/properties/version/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs61){
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 9007199254740991 || isNaN(data28)){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/x402/version",schemaPath:"#/properties/data/properties/flows/items/properties/x402/properties/version/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data28 < 0 || isNaN(data28)){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/x402/version",schemaPath:"#/properties/data/properties/flows/items/properties/x402/properties/version/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid8 = _errs61 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data26.network !== undefined){
const _errs63 = errors;
if(typeof data26.network !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/x402/network",schemaPath:"#/properties/data/properties/flows/items/properties/x402/properties/network/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs63 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data26.asset !== undefined){
const _errs65 = errors;
if(typeof data26.asset !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/x402/asset",schemaPath:"#/properties/data/properties/flows/items/properties/x402/properties/asset/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs65 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data26.assetName !== undefined){
const _errs67 = errors;
if(typeof data26.assetName !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/x402/assetName",schemaPath:"#/properties/data/properties/flows/items/properties/x402/properties/assetName/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs67 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data26.paymentModes !== undefined){
let data32 = data26.paymentModes;
const _errs69 = errors;
if(errors === _errs69){
if(Array.isArray(data32)){
var valid9 = true;
const len2 = data32.length;
for(let i2=0; i2<len2; i2++){
let data33 = data32[i2];
const _errs71 = errors;
if(typeof data33 !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/x402/paymentModes/" + i2,schemaPath:"#/properties/data/properties/flows/items/properties/x402/properties/paymentModes/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("per_node" !== data33){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/x402/paymentModes/" + i2,schemaPath:"#/properties/data/properties/flows/items/properties/x402/properties/paymentModes/items/const",keyword:"const",params:{},message:""}];
return false;
}
var valid9 = _errs71 === errors;
if(!valid9){
break;
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/x402/paymentModes",schemaPath:"#/properties/data/properties/flows/items/properties/x402/properties/paymentModes/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid8 = _errs69 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data26.catalogUrl !== undefined){
const _errs73 = errors;
if(typeof data26.catalogUrl !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/x402/catalogUrl",schemaPath:"#/properties/data/properties/flows/items/properties/x402/properties/catalogUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs73 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
}
}
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/x402",schemaPath:"#/properties/data/properties/flows/items/properties/x402/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid6 = _errs56 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data19.feeds !== undefined){
let data35 = data19.feeds;
const _errs75 = errors;
if(errors === _errs75){
if(Array.isArray(data35)){
var valid10 = true;
const len3 = data35.length;
for(let i3=0; i3<len3; i3++){
let data36 = data35[i3];
const _errs77 = errors;
if(errors === _errs77){
if(data36 && typeof data36 == "object" && !Array.isArray(data36)){
let missing7;
if(((((((data36.id === undefined) && (missing7 = "id")) || ((data36.title === undefined) && (missing7 = "title"))) || ((data36.operation === undefined) && (missing7 = "operation"))) || ((data36.symbol === undefined) && (missing7 = "symbol"))) || ((data36.sourceId === undefined) && (missing7 = "sourceId"))) || ((data36.apiConfig === undefined) && (missing7 = "apiConfig"))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3,schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/required",keyword:"required",params:{missingProperty: missing7},message:""}];
return false;
}
else {
const _errs79 = errors;
for(const key7 in data36){
if(!((((((key7 === "id") || (key7 === "title")) || (key7 === "operation")) || (key7 === "symbol")) || (key7 === "sourceId")) || (key7 === "apiConfig"))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3,schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:""}];
return false;
break;
}
}
if(_errs79 === errors){
if(data36.id !== undefined){
const _errs80 = errors;
if(typeof data36.id !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/id",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs80 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data36.title !== undefined){
const _errs82 = errors;
if(typeof data36.title !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/title",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs82 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data36.operation !== undefined){
const _errs84 = errors;
if(typeof data36.operation !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/operation",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/operation/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs84 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data36.symbol !== undefined){
const _errs86 = errors;
if(typeof data36.symbol !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/symbol",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/symbol/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs86 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data36.sourceId !== undefined){
let data41 = data36.sourceId;
const _errs88 = errors;
if(errors === _errs88){
if(typeof data41 === "string"){
if(!pattern0.test(data41)){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/sourceId",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/sourceId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/sourceId",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/sourceId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid11 = _errs88 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data36.apiConfig !== undefined){
let data42 = data36.apiConfig;
const _errs90 = errors;
if(errors === _errs90){
if(data42 && typeof data42 == "object" && !Array.isArray(data42)){
let missing8;
if(((data42.url === undefined) && (missing8 = "url")) || ((data42.method === undefined) && (missing8 = "method"))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/required",keyword:"required",params:{missingProperty: missing8},message:""}];
return false;
}
else {
const _errs92 = errors;
for(const key8 in data42){
if(!((((((key8 === "url") || (key8 === "method")) || (key8 === "headers")) || (key8 === "responseParser")) || (key8 === "valueTransform")) || (key8 === "aggregation"))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:""}];
return false;
break;
}
}
if(_errs92 === errors){
if(data42.url !== undefined){
let data43 = data42.url;
const _errs93 = errors;
if(errors === _errs93){
if(typeof data43 === "string"){
if(func5(data43) > 2048){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/url",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/url/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 2048 characters"}];
return false;
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/url",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid12 = _errs93 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data42.method !== undefined){
let data44 = data42.method;
const _errs95 = errors;
if(!(((((((data44 === "GET") || (data44 === "POST")) || (data44 === "PUT")) || (data44 === "PATCH")) || (data44 === "DELETE")) || (data44 === "HEAD")) || (data44 === "OPTIONS"))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/method",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/method/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid12 = _errs95 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data42.headers !== undefined){
let data45 = data42.headers;
const _errs96 = errors;
if(errors === _errs96){
if(data45 && typeof data45 == "object" && !Array.isArray(data45)){
var valid13 = true;
for(const key9 in data45){
if(pattern42.test(key9)){
const _errs98 = errors;
if(typeof data45[key9] !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/headers/" + key9.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/headers/patternProperties/%5E(.*)%24/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid13 = _errs98 === errors;
if(!valid13){
break;
}
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/headers",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid12 = _errs96 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data42.responseParser !== undefined){
let data47 = data42.responseParser;
const _errs100 = errors;
if(errors === _errs100){
if(typeof data47 === "string"){
if(func5(data47) > 512){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/responseParser",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/responseParser/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 512 characters"}];
return false;
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/responseParser",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/responseParser/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid12 = _errs100 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data42.valueTransform !== undefined){
let data48 = data42.valueTransform;
const _errs102 = errors;
if(errors === _errs102){
if(typeof data48 === "string"){
if(func5(data48) > 256){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/valueTransform",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/valueTransform/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 256 characters"}];
return false;
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/valueTransform",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/valueTransform/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid12 = _errs102 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data42.aggregation !== undefined){
let data49 = data42.aggregation;
const _errs104 = errors;
if(errors === _errs104){
if(data49 && typeof data49 == "object" && !Array.isArray(data49)){
let missing9;
if((((((data49.mode === undefined) && (missing9 = "mode")) || ((data49.rule === undefined) && (missing9 = "rule"))) || ((data49.maxDeviationBps === undefined) && (missing9 = "maxDeviationBps"))) || ((data49.maxAgeMs === undefined) && (missing9 = "maxAgeMs"))) || ((data49.numeric === undefined) && (missing9 = "numeric"))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/required",keyword:"required",params:{missingProperty: missing9},message:""}];
return false;
}
else {
const _errs106 = errors;
for(const key10 in data49){
if(!(((((key10 === "mode") || (key10 === "rule")) || (key10 === "maxDeviationBps")) || (key10 === "maxAgeMs")) || (key10 === "numeric"))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10},message:""}];
return false;
break;
}
}
if(_errs106 === errors){
if(data49.mode !== undefined){
let data50 = data49.mode;
const _errs107 = errors;
if(typeof data50 !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation/mode",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("tolerance" !== data50){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation/mode",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/properties/mode/const",keyword:"const",params:{},message:""}];
return false;
}
var valid14 = _errs107 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data49.rule !== undefined){
let data51 = data49.rule;
const _errs109 = errors;
if(typeof data51 !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation/rule",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/properties/rule/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("median" !== data51){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation/rule",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/properties/rule/const",keyword:"const",params:{},message:""}];
return false;
}
var valid14 = _errs109 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data49.maxDeviationBps !== undefined){
let data52 = data49.maxDeviationBps;
const _errs111 = errors;
if(!(((typeof data52 == "number") && (!(data52 % 1) && !isNaN(data52))) && (isFinite(data52)))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation/maxDeviationBps",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/properties/maxDeviationBps/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs111){
if((typeof data52 == "number") && (isFinite(data52))){
if(data52 > 10000 || isNaN(data52)){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation/maxDeviationBps",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/properties/maxDeviationBps/maximum",keyword:"maximum",params:{},message:"must be <= 10000"}];
return false;
}
else {
if(data52 < 0 || isNaN(data52)){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation/maxDeviationBps",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/properties/maxDeviationBps/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid14 = _errs111 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data49.maxAgeMs !== undefined){
let data53 = data49.maxAgeMs;
const _errs113 = errors;
if(!(((typeof data53 == "number") && (!(data53 % 1) && !isNaN(data53))) && (isFinite(data53)))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation/maxAgeMs",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/properties/maxAgeMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs113){
if((typeof data53 == "number") && (isFinite(data53))){
if(data53 > 3600000 || isNaN(data53)){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation/maxAgeMs",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/properties/maxAgeMs/maximum",keyword:"maximum",params:{},message:"must be <= 3600000"}];
return false;
}
else {
if(data53 < 1 || isNaN(data53)){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation/maxAgeMs",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/properties/maxAgeMs/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid14 = _errs113 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data49.numeric !== undefined){
let data54 = data49.numeric;
const _errs115 = errors;
if(errors === _errs115){
if(data54 && typeof data54 == "object" && !Array.isArray(data54)){
let missing10;
if(((data54.type === undefined) && (missing10 = "type")) || ((data54.decimals === undefined) && (missing10 = "decimals"))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation/numeric",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/properties/numeric/required",keyword:"required",params:{missingProperty: missing10},message:""}];
return false;
}
else {
const _errs117 = errors;
for(const key11 in data54){
if(!((key11 === "type") || (key11 === "decimals"))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation/numeric",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/properties/numeric/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key11},message:""}];
return false;
break;
}
}
if(_errs117 === errors){
if(data54.type !== undefined){
let data55 = data54.type;
const _errs118 = errors;
if(typeof data55 !== "string"){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation/numeric/type",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/properties/numeric/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("int256" !== data55){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation/numeric/type",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/properties/numeric/properties/type/const",keyword:"const",params:{},message:""}];
return false;
}
var valid15 = _errs118 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data54.decimals !== undefined){
let data56 = data54.decimals;
const _errs120 = errors;
if(!(((typeof data56 == "number") && (!(data56 % 1) && !isNaN(data56))) && (isFinite(data56)))){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation/numeric/decimals",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/properties/numeric/properties/decimals/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs120){
if((typeof data56 == "number") && (isFinite(data56))){
if(data56 > 36 || isNaN(data56)){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation/numeric/decimals",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/properties/numeric/properties/decimals/maximum",keyword:"maximum",params:{},message:"must be <= 36"}];
return false;
}
else {
if(data56 < 0 || isNaN(data56)){
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation/numeric/decimals",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/properties/numeric/properties/decimals/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid15 = _errs120 === errors;
}
else {
var valid15 = true;
}
}
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation/numeric",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/properties/numeric/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid14 = _errs115 === errors;
}
else {
var valid14 = true;
}
}
}
}
}
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig/aggregation",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/properties/aggregation/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid12 = _errs104 === errors;
}
else {
var valid12 = true;
}
}
}
}
}
}
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3+"/apiConfig",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/properties/apiConfig/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid11 = _errs90 === errors;
}
else {
var valid11 = true;
}
}
}
}
}
}
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds/" + i3,schemaPath:"#/properties/data/properties/flows/items/properties/feeds/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid10 = _errs77 === errors;
if(!valid10){
break;
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1+"/feeds",schemaPath:"#/properties/data/properties/flows/items/properties/feeds/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid6 = _errs75 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
}
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/flows/" + i1,schemaPath:"#/properties/data/properties/flows/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid5 = _errs42 === errors;
if(!valid5){
break;
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data/flows",schemaPath:"#/properties/data/properties/flows/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs40 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate43.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate43.errors = vErrors;
return errors === 0;
}

export const getRound200 = validate44;
const schema45 = {"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"ok","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["roundId","path","state","createdAt"],"properties":{"roundId":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{16,44}$","type":"string"},"path":{"enum":["subscription","agent","x402"]},"state":{"enum":["reserved","pending","settled","failed","expired","lapsed","signed","settling","payment_unknown","paid","unpaid"]},"createdAt":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"reason":{"type":"string"},"settlement":{"additionalProperties":false,"type":"object","required":["signature","slot","final"],"properties":{"signature":{"type":["string","null"]},"slot":{"type":["integer","null"]},"final":{"type":"boolean"}}},"payment":{"additionalProperties":false,"type":"object","required":["signature","slot"],"properties":{"signature":{"type":"string"},"slot":{"type":["integer","null"]}}},"result":{"anyOf":[{"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"completed","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["feedId","value","valuePacked","timestamp","registryVersion","signaturesRequired","configHash","signersBitmap","s","rx","ryParity","commitmentAddr","fresh"],"properties":{"feedId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"value":{"pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$","type":"string"},"valuePacked":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"timestamp":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"registryVersion":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"signaturesRequired":{"minimum":1,"maximum":255,"type":"integer"},"configHash":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"signersBitmap":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"s":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"rx":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"ryParity":{"minimum":0,"maximum":1,"type":"integer"},"commitmentAddr":{"pattern":"^0x[0-9a-f]{40}$","type":"string"},"fresh":{"type":"boolean"}}}}},{"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"completed","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["attestation","value","fresh","configHash"],"properties":{"attestation":{"additionalProperties":false,"type":"object","required":["payload","signature"],"properties":{"payload":{"additionalProperties":false,"type":"object","required":["value","sourceId","registryVersion","signaturesRequired","timestamp"],"properties":{"value":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"sourceId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"registryVersion":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"signaturesRequired":{"minimum":1,"maximum":255,"type":"integer"},"timestamp":{"minimum":0,"maximum":9007199254740991,"type":"integer"}}},"signature":{"additionalProperties":false,"type":"object","required":["signature","commitment","signersBitmap"],"properties":{"signature":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"commitment":{"pattern":"^0x[0-9a-f]{40}$","type":"string"},"signersBitmap":{"pattern":"^0x[0-9a-f]{64}$","type":"string"}}}}},"value":{"pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$","type":"string"},"fresh":{"type":"boolean"},"configHash":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"aggregation":{"additionalProperties":false,"type":"object","required":["mode","rule","maxDeviationBps","maxAgeMs","numeric"],"properties":{"mode":{"const":"tolerance","type":"string"},"rule":{"const":"median","type":"string"},"maxDeviationBps":{"minimum":0,"maximum":10000,"type":"integer"},"maxAgeMs":{"minimum":1,"maximum":3600000,"type":"integer"},"numeric":{"additionalProperties":false,"type":"object","required":["type","decimals"],"properties":{"type":{"const":"int256","type":"string"},"decimals":{"minimum":0,"maximum":36,"type":"integer"}}}}}}}}}]},"private":{"const":true,"type":"boolean"}}}}};

function validate44(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.status === undefined) && (missing0 = "status")) || ((data.data === undefined) && (missing0 = "data"))){
validate44.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "status") || (key0 === "data"))){
validate44.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate44.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("ok" !== data0){
validate44.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((((data1.roundId === undefined) && (missing1 = "roundId")) || ((data1.path === undefined) && (missing1 = "path"))) || ((data1.state === undefined) && (missing1 = "state"))) || ((data1.createdAt === undefined) && (missing1 = "createdAt"))){
validate44.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs6 = errors;
for(const key1 in data1){
if(!(func2.call(schema45.properties.data.properties, key1))){
validate44.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs6 === errors){
if(data1.roundId !== undefined){
let data2 = data1.roundId;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(!pattern93.test(data2)){
validate44.errors = [{instancePath:instancePath+"/data/roundId",schemaPath:"#/properties/data/properties/roundId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate44.errors = [{instancePath:instancePath+"/data/roundId",schemaPath:"#/properties/data/properties/roundId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.path !== undefined){
let data3 = data1.path;
const _errs9 = errors;
if(!(((data3 === "subscription") || (data3 === "agent")) || (data3 === "x402"))){
validate44.errors = [{instancePath:instancePath+"/data/path",schemaPath:"#/properties/data/properties/path/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.state !== undefined){
let data4 = data1.state;
const _errs10 = errors;
if(!(((((((((((data4 === "reserved") || (data4 === "pending")) || (data4 === "settled")) || (data4 === "failed")) || (data4 === "expired")) || (data4 === "lapsed")) || (data4 === "signed")) || (data4 === "settling")) || (data4 === "payment_unknown")) || (data4 === "paid")) || (data4 === "unpaid"))){
validate44.errors = [{instancePath:instancePath+"/data/state",schemaPath:"#/properties/data/properties/state/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.createdAt !== undefined){
let data5 = data1.createdAt;
const _errs11 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate44.errors = [{instancePath:instancePath+"/data/createdAt",schemaPath:"#/properties/data/properties/createdAt/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs11){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
validate44.errors = [{instancePath:instancePath+"/data/createdAt",schemaPath:"#/properties/data/properties/createdAt/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate44.errors = [{instancePath:instancePath+"/data/createdAt",schemaPath:"#/properties/data/properties/createdAt/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.reason !== undefined){
const _errs13 = errors;
if(typeof data1.reason !== "string"){
validate44.errors = [{instancePath:instancePath+"/data/reason",schemaPath:"#/properties/data/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.settlement !== undefined){
let data7 = data1.settlement;
const _errs15 = errors;
if(errors === _errs15){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
let missing2;
if((((data7.signature === undefined) && (missing2 = "signature")) || ((data7.slot === undefined) && (missing2 = "slot"))) || ((data7.final === undefined) && (missing2 = "final"))){
validate44.errors = [{instancePath:instancePath+"/data/settlement",schemaPath:"#/properties/data/properties/settlement/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs17 = errors;
for(const key2 in data7){
if(!(((key2 === "signature") || (key2 === "slot")) || (key2 === "final"))){
validate44.errors = [{instancePath:instancePath+"/data/settlement",schemaPath:"#/properties/data/properties/settlement/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:""}];
return false;
break;
}
}
if(_errs17 === errors){
if(data7.signature !== undefined){
let data8 = data7.signature;
const _errs18 = errors;
if((typeof data8 !== "string") && (data8 !== null)){
validate44.errors = [{instancePath:instancePath+"/data/settlement/signature",schemaPath:"#/properties/data/properties/settlement/properties/signature/type",keyword:"type",params:{type: schema45.properties.data.properties.settlement.properties.signature.type},message:"must be string,null"}];
return false;
}
var valid2 = _errs18 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data7.slot !== undefined){
let data9 = data7.slot;
const _errs20 = errors;
if((!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))) && (data9 !== null)){
validate44.errors = [{instancePath:instancePath+"/data/settlement/slot",schemaPath:"#/properties/data/properties/settlement/properties/slot/type",keyword:"type",params:{type: schema45.properties.data.properties.settlement.properties.slot.type},message:"must be integer,null"}];
return false;
}
var valid2 = _errs20 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data7.final !== undefined){
const _errs22 = errors;
if(typeof data7.final !== "boolean"){
validate44.errors = [{instancePath:instancePath+"/data/settlement/final",schemaPath:"#/properties/data/properties/settlement/properties/final/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs22 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/data/settlement",schemaPath:"#/properties/data/properties/settlement/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs15 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.payment !== undefined){
let data11 = data1.payment;
const _errs24 = errors;
if(errors === _errs24){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
let missing3;
if(((data11.signature === undefined) && (missing3 = "signature")) || ((data11.slot === undefined) && (missing3 = "slot"))){
validate44.errors = [{instancePath:instancePath+"/data/payment",schemaPath:"#/properties/data/properties/payment/required",keyword:"required",params:{missingProperty: missing3},message:""}];
return false;
}
else {
const _errs26 = errors;
for(const key3 in data11){
if(!((key3 === "signature") || (key3 === "slot"))){
validate44.errors = [{instancePath:instancePath+"/data/payment",schemaPath:"#/properties/data/properties/payment/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""}];
return false;
break;
}
}
if(_errs26 === errors){
if(data11.signature !== undefined){
const _errs27 = errors;
if(typeof data11.signature !== "string"){
validate44.errors = [{instancePath:instancePath+"/data/payment/signature",schemaPath:"#/properties/data/properties/payment/properties/signature/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs27 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data11.slot !== undefined){
let data13 = data11.slot;
const _errs29 = errors;
if((!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))) && (data13 !== null)){
validate44.errors = [{instancePath:instancePath+"/data/payment/slot",schemaPath:"#/properties/data/properties/payment/properties/slot/type",keyword:"type",params:{type: schema45.properties.data.properties.payment.properties.slot.type},message:"must be integer,null"}];
return false;
}
var valid3 = _errs29 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/data/payment",schemaPath:"#/properties/data/properties/payment/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs24 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.result !== undefined){
let data14 = data1.result;
const _errs31 = errors;
const _errs32 = errors;
let valid4 = false;
const _errs33 = errors;
if(errors === _errs33){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
let missing4;
if(((data14.status === undefined) && (missing4 = "status")) || ((data14.data === undefined) && (missing4 = "data"))){
const err0 = {instancePath:instancePath+"/data/result",schemaPath:"#/properties/data/properties/result/anyOf/0/required",keyword:"required",params:{missingProperty: missing4},message:""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
const _errs35 = errors;
for(const key4 in data14){
if(!((key4 === "status") || (key4 === "data"))){
const err1 = {instancePath:instancePath+"/data/result",schemaPath:"#/properties/data/properties/result/anyOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
break;
}
}
if(_errs35 === errors){
if(data14.status !== undefined){
let data15 = data14.status;
const _errs36 = errors;
if(typeof data15 !== "string"){
const err2 = {instancePath:instancePath+"/data/result/status",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if("completed" !== data15){
const err3 = {instancePath:instancePath+"/data/result/status",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/status/const",keyword:"const",params:{},message:""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var valid5 = _errs36 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.data !== undefined){
let data16 = data14.data;
const _errs38 = errors;
if(errors === _errs38){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
let missing5;
if((((((((((((((data16.feedId === undefined) && (missing5 = "feedId")) || ((data16.value === undefined) && (missing5 = "value"))) || ((data16.valuePacked === undefined) && (missing5 = "valuePacked"))) || ((data16.timestamp === undefined) && (missing5 = "timestamp"))) || ((data16.registryVersion === undefined) && (missing5 = "registryVersion"))) || ((data16.signaturesRequired === undefined) && (missing5 = "signaturesRequired"))) || ((data16.configHash === undefined) && (missing5 = "configHash"))) || ((data16.signersBitmap === undefined) && (missing5 = "signersBitmap"))) || ((data16.s === undefined) && (missing5 = "s"))) || ((data16.rx === undefined) && (missing5 = "rx"))) || ((data16.ryParity === undefined) && (missing5 = "ryParity"))) || ((data16.commitmentAddr === undefined) && (missing5 = "commitmentAddr"))) || ((data16.fresh === undefined) && (missing5 = "fresh"))){
const err4 = {instancePath:instancePath+"/data/result/data",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/required",keyword:"required",params:{missingProperty: missing5},message:""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
const _errs40 = errors;
for(const key5 in data16){
if(!(func2.call(schema45.properties.data.properties.result.anyOf[0].properties.data.properties, key5))){
const err5 = {instancePath:instancePath+"/data/result/data",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
break;
}
}
if(_errs40 === errors){
if(data16.feedId !== undefined){
let data17 = data16.feedId;
const _errs41 = errors;
if(errors === _errs41){
if(typeof data17 === "string"){
if(!pattern0.test(data17)){
const err6 = {instancePath:instancePath+"/data/result/data/feedId",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/feedId/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/data/result/data/feedId",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/feedId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var valid6 = _errs41 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data16.value !== undefined){
let data18 = data16.value;
const _errs43 = errors;
if(errors === _errs43){
if(typeof data18 === "string"){
if(!pattern1.test(data18)){
const err8 = {instancePath:instancePath+"/data/result/data/value",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/value/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/data/result/data/value",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
var valid6 = _errs43 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data16.valuePacked !== undefined){
let data19 = data16.valuePacked;
const _errs45 = errors;
if(errors === _errs45){
if(typeof data19 === "string"){
if(!pattern0.test(data19)){
const err10 = {instancePath:instancePath+"/data/result/data/valuePacked",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/valuePacked/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/data/result/data/valuePacked",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/valuePacked/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
var valid6 = _errs45 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data16.timestamp !== undefined){
let data20 = data16.timestamp;
const _errs47 = errors;
if(!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))){
const err12 = {instancePath:instancePath+"/data/result/data/timestamp",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/timestamp/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(errors === _errs47){
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 9007199254740991 || isNaN(data20)){
const err13 = {instancePath:instancePath+"/data/result/data/timestamp",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/timestamp/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
else {
if(data20 < 0 || isNaN(data20)){
const err14 = {instancePath:instancePath+"/data/result/data/timestamp",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/timestamp/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
}
var valid6 = _errs47 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data16.registryVersion !== undefined){
let data21 = data16.registryVersion;
const _errs49 = errors;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
const err15 = {instancePath:instancePath+"/data/result/data/registryVersion",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/registryVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(errors === _errs49){
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 9007199254740991 || isNaN(data21)){
const err16 = {instancePath:instancePath+"/data/result/data/registryVersion",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/registryVersion/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
else {
if(data21 < 0 || isNaN(data21)){
const err17 = {instancePath:instancePath+"/data/result/data/registryVersion",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/registryVersion/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
}
var valid6 = _errs49 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data16.signaturesRequired !== undefined){
let data22 = data16.signaturesRequired;
const _errs51 = errors;
if(!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))){
const err18 = {instancePath:instancePath+"/data/result/data/signaturesRequired",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/signaturesRequired/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(errors === _errs51){
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 > 255 || isNaN(data22)){
const err19 = {instancePath:instancePath+"/data/result/data/signaturesRequired",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/signaturesRequired/maximum",keyword:"maximum",params:{},message:"must be <= 255"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
else {
if(data22 < 1 || isNaN(data22)){
const err20 = {instancePath:instancePath+"/data/result/data/signaturesRequired",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/signaturesRequired/minimum",keyword:"minimum",params:{},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
}
var valid6 = _errs51 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data16.configHash !== undefined){
let data23 = data16.configHash;
const _errs53 = errors;
if(errors === _errs53){
if(typeof data23 === "string"){
if(!pattern0.test(data23)){
const err21 = {instancePath:instancePath+"/data/result/data/configHash",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/configHash/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/data/result/data/configHash",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/configHash/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
var valid6 = _errs53 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data16.signersBitmap !== undefined){
let data24 = data16.signersBitmap;
const _errs55 = errors;
if(errors === _errs55){
if(typeof data24 === "string"){
if(!pattern0.test(data24)){
const err23 = {instancePath:instancePath+"/data/result/data/signersBitmap",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/signersBitmap/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/data/result/data/signersBitmap",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/signersBitmap/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
var valid6 = _errs55 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data16.s !== undefined){
let data25 = data16.s;
const _errs57 = errors;
if(errors === _errs57){
if(typeof data25 === "string"){
if(!pattern0.test(data25)){
const err25 = {instancePath:instancePath+"/data/result/data/s",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/s/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/data/result/data/s",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/s/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
var valid6 = _errs57 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data16.rx !== undefined){
let data26 = data16.rx;
const _errs59 = errors;
if(errors === _errs59){
if(typeof data26 === "string"){
if(!pattern0.test(data26)){
const err27 = {instancePath:instancePath+"/data/result/data/rx",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/rx/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/data/result/data/rx",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/rx/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
var valid6 = _errs59 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data16.ryParity !== undefined){
let data27 = data16.ryParity;
const _errs61 = errors;
if(!(((typeof data27 == "number") && (!(data27 % 1) && !isNaN(data27))) && (isFinite(data27)))){
const err29 = {instancePath:instancePath+"/data/result/data/ryParity",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/ryParity/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(errors === _errs61){
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 > 1 || isNaN(data27)){
const err30 = {instancePath:instancePath+"/data/result/data/ryParity",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/ryParity/maximum",keyword:"maximum",params:{},message:"must be <= 1"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
else {
if(data27 < 0 || isNaN(data27)){
const err31 = {instancePath:instancePath+"/data/result/data/ryParity",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/ryParity/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
}
var valid6 = _errs61 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data16.commitmentAddr !== undefined){
let data28 = data16.commitmentAddr;
const _errs63 = errors;
if(errors === _errs63){
if(typeof data28 === "string"){
if(!pattern7.test(data28)){
const err32 = {instancePath:instancePath+"/data/result/data/commitmentAddr",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/commitmentAddr/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/data/result/data/commitmentAddr",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/commitmentAddr/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
var valid6 = _errs63 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data16.fresh !== undefined){
const _errs65 = errors;
if(typeof data16.fresh !== "boolean"){
const err34 = {instancePath:instancePath+"/data/result/data/fresh",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/properties/fresh/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
var valid6 = _errs65 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
const err35 = {instancePath:instancePath+"/data/result/data",schemaPath:"#/properties/data/properties/result/anyOf/0/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
var valid5 = _errs38 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
else {
const err36 = {instancePath:instancePath+"/data/result",schemaPath:"#/properties/data/properties/result/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
var _valid0 = _errs33 === errors;
valid4 = valid4 || _valid0;
if(!valid4){
const _errs67 = errors;
if(errors === _errs67){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
let missing6;
if(((data14.status === undefined) && (missing6 = "status")) || ((data14.data === undefined) && (missing6 = "data"))){
const err37 = {instancePath:instancePath+"/data/result",schemaPath:"#/properties/data/properties/result/anyOf/1/required",keyword:"required",params:{missingProperty: missing6},message:""};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
else {
const _errs69 = errors;
for(const key6 in data14){
if(!((key6 === "status") || (key6 === "data"))){
const err38 = {instancePath:instancePath+"/data/result",schemaPath:"#/properties/data/properties/result/anyOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:""};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
break;
}
}
if(_errs69 === errors){
if(data14.status !== undefined){
let data30 = data14.status;
const _errs70 = errors;
if(typeof data30 !== "string"){
const err39 = {instancePath:instancePath+"/data/result/status",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if("completed" !== data30){
const err40 = {instancePath:instancePath+"/data/result/status",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/status/const",keyword:"const",params:{},message:""};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
var valid7 = _errs70 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data14.data !== undefined){
let data31 = data14.data;
const _errs72 = errors;
if(errors === _errs72){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
let missing7;
if(((((data31.attestation === undefined) && (missing7 = "attestation")) || ((data31.value === undefined) && (missing7 = "value"))) || ((data31.fresh === undefined) && (missing7 = "fresh"))) || ((data31.configHash === undefined) && (missing7 = "configHash"))){
const err41 = {instancePath:instancePath+"/data/result/data",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/required",keyword:"required",params:{missingProperty: missing7},message:""};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
else {
const _errs74 = errors;
for(const key7 in data31){
if(!(((((key7 === "attestation") || (key7 === "value")) || (key7 === "fresh")) || (key7 === "configHash")) || (key7 === "aggregation"))){
const err42 = {instancePath:instancePath+"/data/result/data",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:""};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
break;
}
}
if(_errs74 === errors){
if(data31.attestation !== undefined){
let data32 = data31.attestation;
const _errs75 = errors;
if(errors === _errs75){
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
let missing8;
if(((data32.payload === undefined) && (missing8 = "payload")) || ((data32.signature === undefined) && (missing8 = "signature"))){
const err43 = {instancePath:instancePath+"/data/result/data/attestation",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/required",keyword:"required",params:{missingProperty: missing8},message:""};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
else {
const _errs77 = errors;
for(const key8 in data32){
if(!((key8 === "payload") || (key8 === "signature"))){
const err44 = {instancePath:instancePath+"/data/result/data/attestation",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:""};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
break;
}
}
if(_errs77 === errors){
if(data32.payload !== undefined){
let data33 = data32.payload;
const _errs78 = errors;
if(errors === _errs78){
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
let missing9;
if((((((data33.value === undefined) && (missing9 = "value")) || ((data33.sourceId === undefined) && (missing9 = "sourceId"))) || ((data33.registryVersion === undefined) && (missing9 = "registryVersion"))) || ((data33.signaturesRequired === undefined) && (missing9 = "signaturesRequired"))) || ((data33.timestamp === undefined) && (missing9 = "timestamp"))){
const err45 = {instancePath:instancePath+"/data/result/data/attestation/payload",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/required",keyword:"required",params:{missingProperty: missing9},message:""};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
else {
const _errs80 = errors;
for(const key9 in data33){
if(!(((((key9 === "value") || (key9 === "sourceId")) || (key9 === "registryVersion")) || (key9 === "signaturesRequired")) || (key9 === "timestamp"))){
const err46 = {instancePath:instancePath+"/data/result/data/attestation/payload",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9},message:""};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
break;
}
}
if(_errs80 === errors){
if(data33.value !== undefined){
let data34 = data33.value;
const _errs81 = errors;
if(errors === _errs81){
if(typeof data34 === "string"){
if(!pattern0.test(data34)){
const err47 = {instancePath:instancePath+"/data/result/data/attestation/payload/value",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/value/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
else {
const err48 = {instancePath:instancePath+"/data/result/data/attestation/payload/value",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
var valid10 = _errs81 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data33.sourceId !== undefined){
let data35 = data33.sourceId;
const _errs83 = errors;
if(errors === _errs83){
if(typeof data35 === "string"){
if(!pattern0.test(data35)){
const err49 = {instancePath:instancePath+"/data/result/data/attestation/payload/sourceId",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/sourceId/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/data/result/data/attestation/payload/sourceId",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/sourceId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
var valid10 = _errs83 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data33.registryVersion !== undefined){
let data36 = data33.registryVersion;
const _errs85 = errors;
if(!(((typeof data36 == "number") && (!(data36 % 1) && !isNaN(data36))) && (isFinite(data36)))){
const err51 = {instancePath:instancePath+"/data/result/data/attestation/payload/registryVersion",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/registryVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(errors === _errs85){
if((typeof data36 == "number") && (isFinite(data36))){
if(data36 > 9007199254740991 || isNaN(data36)){
const err52 = {instancePath:instancePath+"/data/result/data/attestation/payload/registryVersion",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/registryVersion/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
else {
if(data36 < 0 || isNaN(data36)){
const err53 = {instancePath:instancePath+"/data/result/data/attestation/payload/registryVersion",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/registryVersion/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
}
var valid10 = _errs85 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data33.signaturesRequired !== undefined){
let data37 = data33.signaturesRequired;
const _errs87 = errors;
if(!(((typeof data37 == "number") && (!(data37 % 1) && !isNaN(data37))) && (isFinite(data37)))){
const err54 = {instancePath:instancePath+"/data/result/data/attestation/payload/signaturesRequired",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/signaturesRequired/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(errors === _errs87){
if((typeof data37 == "number") && (isFinite(data37))){
if(data37 > 255 || isNaN(data37)){
const err55 = {instancePath:instancePath+"/data/result/data/attestation/payload/signaturesRequired",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/signaturesRequired/maximum",keyword:"maximum",params:{},message:"must be <= 255"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
else {
if(data37 < 1 || isNaN(data37)){
const err56 = {instancePath:instancePath+"/data/result/data/attestation/payload/signaturesRequired",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/signaturesRequired/minimum",keyword:"minimum",params:{},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
}
var valid10 = _errs87 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data33.timestamp !== undefined){
let data38 = data33.timestamp;
const _errs89 = errors;
if(!(((typeof data38 == "number") && (!(data38 % 1) && !isNaN(data38))) && (isFinite(data38)))){
const err57 = {instancePath:instancePath+"/data/result/data/attestation/payload/timestamp",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/timestamp/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(errors === _errs89){
if((typeof data38 == "number") && (isFinite(data38))){
if(data38 > 9007199254740991 || isNaN(data38)){
const err58 = {instancePath:instancePath+"/data/result/data/attestation/payload/timestamp",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/timestamp/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
else {
if(data38 < 0 || isNaN(data38)){
const err59 = {instancePath:instancePath+"/data/result/data/attestation/payload/timestamp",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/timestamp/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
}
}
var valid10 = _errs89 === errors;
}
else {
var valid10 = true;
}
}
}
}
}
}
}
}
else {
const err60 = {instancePath:instancePath+"/data/result/data/attestation/payload",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
var valid9 = _errs78 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data32.signature !== undefined){
let data39 = data32.signature;
const _errs91 = errors;
if(errors === _errs91){
if(data39 && typeof data39 == "object" && !Array.isArray(data39)){
let missing10;
if((((data39.signature === undefined) && (missing10 = "signature")) || ((data39.commitment === undefined) && (missing10 = "commitment"))) || ((data39.signersBitmap === undefined) && (missing10 = "signersBitmap"))){
const err61 = {instancePath:instancePath+"/data/result/data/attestation/signature",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/signature/required",keyword:"required",params:{missingProperty: missing10},message:""};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
else {
const _errs93 = errors;
for(const key10 in data39){
if(!(((key10 === "signature") || (key10 === "commitment")) || (key10 === "signersBitmap"))){
const err62 = {instancePath:instancePath+"/data/result/data/attestation/signature",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/signature/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10},message:""};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
break;
}
}
if(_errs93 === errors){
if(data39.signature !== undefined){
let data40 = data39.signature;
const _errs94 = errors;
if(errors === _errs94){
if(typeof data40 === "string"){
if(!pattern0.test(data40)){
const err63 = {instancePath:instancePath+"/data/result/data/attestation/signature/signature",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/signature/properties/signature/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/data/result/data/attestation/signature/signature",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/signature/properties/signature/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
var valid11 = _errs94 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data39.commitment !== undefined){
let data41 = data39.commitment;
const _errs96 = errors;
if(errors === _errs96){
if(typeof data41 === "string"){
if(!pattern7.test(data41)){
const err65 = {instancePath:instancePath+"/data/result/data/attestation/signature/commitment",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/signature/properties/commitment/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
else {
const err66 = {instancePath:instancePath+"/data/result/data/attestation/signature/commitment",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/signature/properties/commitment/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
var valid11 = _errs96 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data39.signersBitmap !== undefined){
let data42 = data39.signersBitmap;
const _errs98 = errors;
if(errors === _errs98){
if(typeof data42 === "string"){
if(!pattern0.test(data42)){
const err67 = {instancePath:instancePath+"/data/result/data/attestation/signature/signersBitmap",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/signature/properties/signersBitmap/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
else {
const err68 = {instancePath:instancePath+"/data/result/data/attestation/signature/signersBitmap",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/signature/properties/signersBitmap/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
var valid11 = _errs98 === errors;
}
else {
var valid11 = true;
}
}
}
}
}
}
else {
const err69 = {instancePath:instancePath+"/data/result/data/attestation/signature",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/properties/signature/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
var valid9 = _errs91 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
else {
const err70 = {instancePath:instancePath+"/data/result/data/attestation",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/attestation/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
var valid8 = _errs75 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data31.value !== undefined){
let data43 = data31.value;
const _errs100 = errors;
if(errors === _errs100){
if(typeof data43 === "string"){
if(!pattern1.test(data43)){
const err71 = {instancePath:instancePath+"/data/result/data/value",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/value/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
else {
const err72 = {instancePath:instancePath+"/data/result/data/value",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
var valid8 = _errs100 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data31.fresh !== undefined){
const _errs102 = errors;
if(typeof data31.fresh !== "boolean"){
const err73 = {instancePath:instancePath+"/data/result/data/fresh",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/fresh/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
var valid8 = _errs102 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data31.configHash !== undefined){
let data45 = data31.configHash;
const _errs104 = errors;
if(errors === _errs104){
if(typeof data45 === "string"){
if(!pattern0.test(data45)){
const err74 = {instancePath:instancePath+"/data/result/data/configHash",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/configHash/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
else {
const err75 = {instancePath:instancePath+"/data/result/data/configHash",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/configHash/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
var valid8 = _errs104 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data31.aggregation !== undefined){
let data46 = data31.aggregation;
const _errs106 = errors;
if(errors === _errs106){
if(data46 && typeof data46 == "object" && !Array.isArray(data46)){
let missing11;
if((((((data46.mode === undefined) && (missing11 = "mode")) || ((data46.rule === undefined) && (missing11 = "rule"))) || ((data46.maxDeviationBps === undefined) && (missing11 = "maxDeviationBps"))) || ((data46.maxAgeMs === undefined) && (missing11 = "maxAgeMs"))) || ((data46.numeric === undefined) && (missing11 = "numeric"))){
const err76 = {instancePath:instancePath+"/data/result/data/aggregation",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/required",keyword:"required",params:{missingProperty: missing11},message:""};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
else {
const _errs108 = errors;
for(const key11 in data46){
if(!(((((key11 === "mode") || (key11 === "rule")) || (key11 === "maxDeviationBps")) || (key11 === "maxAgeMs")) || (key11 === "numeric"))){
const err77 = {instancePath:instancePath+"/data/result/data/aggregation",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key11},message:""};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
break;
}
}
if(_errs108 === errors){
if(data46.mode !== undefined){
let data47 = data46.mode;
const _errs109 = errors;
if(typeof data47 !== "string"){
const err78 = {instancePath:instancePath+"/data/result/data/aggregation/mode",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
if("tolerance" !== data47){
const err79 = {instancePath:instancePath+"/data/result/data/aggregation/mode",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/properties/mode/const",keyword:"const",params:{},message:""};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
var valid12 = _errs109 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data46.rule !== undefined){
let data48 = data46.rule;
const _errs111 = errors;
if(typeof data48 !== "string"){
const err80 = {instancePath:instancePath+"/data/result/data/aggregation/rule",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/properties/rule/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if("median" !== data48){
const err81 = {instancePath:instancePath+"/data/result/data/aggregation/rule",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/properties/rule/const",keyword:"const",params:{},message:""};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
var valid12 = _errs111 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data46.maxDeviationBps !== undefined){
let data49 = data46.maxDeviationBps;
const _errs113 = errors;
if(!(((typeof data49 == "number") && (!(data49 % 1) && !isNaN(data49))) && (isFinite(data49)))){
const err82 = {instancePath:instancePath+"/data/result/data/aggregation/maxDeviationBps",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/properties/maxDeviationBps/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
if(errors === _errs113){
if((typeof data49 == "number") && (isFinite(data49))){
if(data49 > 10000 || isNaN(data49)){
const err83 = {instancePath:instancePath+"/data/result/data/aggregation/maxDeviationBps",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/properties/maxDeviationBps/maximum",keyword:"maximum",params:{},message:"must be <= 10000"};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
else {
if(data49 < 0 || isNaN(data49)){
const err84 = {instancePath:instancePath+"/data/result/data/aggregation/maxDeviationBps",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/properties/maxDeviationBps/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
}
}
var valid12 = _errs113 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data46.maxAgeMs !== undefined){
let data50 = data46.maxAgeMs;
const _errs115 = errors;
if(!(((typeof data50 == "number") && (!(data50 % 1) && !isNaN(data50))) && (isFinite(data50)))){
const err85 = {instancePath:instancePath+"/data/result/data/aggregation/maxAgeMs",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/properties/maxAgeMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
if(errors === _errs115){
if((typeof data50 == "number") && (isFinite(data50))){
if(data50 > 3600000 || isNaN(data50)){
const err86 = {instancePath:instancePath+"/data/result/data/aggregation/maxAgeMs",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/properties/maxAgeMs/maximum",keyword:"maximum",params:{},message:"must be <= 3600000"};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
else {
if(data50 < 1 || isNaN(data50)){
const err87 = {instancePath:instancePath+"/data/result/data/aggregation/maxAgeMs",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/properties/maxAgeMs/minimum",keyword:"minimum",params:{},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
}
}
var valid12 = _errs115 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data46.numeric !== undefined){
let data51 = data46.numeric;
const _errs117 = errors;
if(errors === _errs117){
if(data51 && typeof data51 == "object" && !Array.isArray(data51)){
let missing12;
if(((data51.type === undefined) && (missing12 = "type")) || ((data51.decimals === undefined) && (missing12 = "decimals"))){
const err88 = {instancePath:instancePath+"/data/result/data/aggregation/numeric",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/properties/numeric/required",keyword:"required",params:{missingProperty: missing12},message:""};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
else {
const _errs119 = errors;
for(const key12 in data51){
if(!((key12 === "type") || (key12 === "decimals"))){
const err89 = {instancePath:instancePath+"/data/result/data/aggregation/numeric",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/properties/numeric/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key12},message:""};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
break;
}
}
if(_errs119 === errors){
if(data51.type !== undefined){
let data52 = data51.type;
const _errs120 = errors;
if(typeof data52 !== "string"){
const err90 = {instancePath:instancePath+"/data/result/data/aggregation/numeric/type",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/properties/numeric/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
if("int256" !== data52){
const err91 = {instancePath:instancePath+"/data/result/data/aggregation/numeric/type",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/properties/numeric/properties/type/const",keyword:"const",params:{},message:""};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
var valid13 = _errs120 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data51.decimals !== undefined){
let data53 = data51.decimals;
const _errs122 = errors;
if(!(((typeof data53 == "number") && (!(data53 % 1) && !isNaN(data53))) && (isFinite(data53)))){
const err92 = {instancePath:instancePath+"/data/result/data/aggregation/numeric/decimals",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/properties/numeric/properties/decimals/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
if(errors === _errs122){
if((typeof data53 == "number") && (isFinite(data53))){
if(data53 > 36 || isNaN(data53)){
const err93 = {instancePath:instancePath+"/data/result/data/aggregation/numeric/decimals",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/properties/numeric/properties/decimals/maximum",keyword:"maximum",params:{},message:"must be <= 36"};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
else {
if(data53 < 0 || isNaN(data53)){
const err94 = {instancePath:instancePath+"/data/result/data/aggregation/numeric/decimals",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/properties/numeric/properties/decimals/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
}
}
var valid13 = _errs122 === errors;
}
else {
var valid13 = true;
}
}
}
}
}
else {
const err95 = {instancePath:instancePath+"/data/result/data/aggregation/numeric",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/properties/numeric/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
var valid12 = _errs117 === errors;
}
else {
var valid12 = true;
}
}
}
}
}
}
}
}
else {
const err96 = {instancePath:instancePath+"/data/result/data/aggregation",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/properties/aggregation/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
var valid8 = _errs106 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
}
}
}
else {
const err97 = {instancePath:instancePath+"/data/result/data",schemaPath:"#/properties/data/properties/result/anyOf/1/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
var valid7 = _errs72 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
else {
const err98 = {instancePath:instancePath+"/data/result",schemaPath:"#/properties/data/properties/result/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
var _valid0 = _errs67 === errors;
valid4 = valid4 || _valid0;
}
if(!valid4){
const err99 = {instancePath:instancePath+"/data/result",schemaPath:"#/properties/data/properties/result/anyOf",keyword:"anyOf",params:{},message:""};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
validate44.errors = vErrors;
return false;
}
else {
errors = _errs32;
if(vErrors !== null){
if(_errs32){
vErrors.length = _errs32;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs31 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.private !== undefined){
let data54 = data1.private;
const _errs124 = errors;
if(typeof data54 !== "boolean"){
validate44.errors = [{instancePath:instancePath+"/data/private",schemaPath:"#/properties/data/properties/private/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
if(true !== data54){
validate44.errors = [{instancePath:instancePath+"/data/private",schemaPath:"#/properties/data/properties/private/const",keyword:"const",params:{},message:""}];
return false;
}
var valid1 = _errs124 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate44.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate44.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate44.errors = vErrors;
return errors === 0;
}

export const getRoundEvents200 = validate45;
const schema46 = {"additionalProperties":false,"type":"object","required":["roundId","path","state","createdAt"],"properties":{"roundId":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{16,44}$","type":"string"},"path":{"enum":["subscription","agent","x402"]},"state":{"enum":["reserved","pending","settled","failed","expired","lapsed","signed","settling","payment_unknown","paid","unpaid"]},"createdAt":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"reason":{"type":"string"},"settlement":{"additionalProperties":false,"type":"object","required":["signature","slot","final"],"properties":{"signature":{"type":["string","null"]},"slot":{"type":["integer","null"]},"final":{"type":"boolean"}}},"payment":{"additionalProperties":false,"type":"object","required":["signature","slot"],"properties":{"signature":{"type":"string"},"slot":{"type":["integer","null"]}}},"result":{"anyOf":[{"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"completed","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["feedId","value","valuePacked","timestamp","registryVersion","signaturesRequired","configHash","signersBitmap","s","rx","ryParity","commitmentAddr","fresh"],"properties":{"feedId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"value":{"pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$","type":"string"},"valuePacked":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"timestamp":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"registryVersion":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"signaturesRequired":{"minimum":1,"maximum":255,"type":"integer"},"configHash":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"signersBitmap":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"s":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"rx":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"ryParity":{"minimum":0,"maximum":1,"type":"integer"},"commitmentAddr":{"pattern":"^0x[0-9a-f]{40}$","type":"string"},"fresh":{"type":"boolean"}}}}},{"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"completed","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["attestation","value","fresh","configHash"],"properties":{"attestation":{"additionalProperties":false,"type":"object","required":["payload","signature"],"properties":{"payload":{"additionalProperties":false,"type":"object","required":["value","sourceId","registryVersion","signaturesRequired","timestamp"],"properties":{"value":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"sourceId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"registryVersion":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"signaturesRequired":{"minimum":1,"maximum":255,"type":"integer"},"timestamp":{"minimum":0,"maximum":9007199254740991,"type":"integer"}}},"signature":{"additionalProperties":false,"type":"object","required":["signature","commitment","signersBitmap"],"properties":{"signature":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"commitment":{"pattern":"^0x[0-9a-f]{40}$","type":"string"},"signersBitmap":{"pattern":"^0x[0-9a-f]{64}$","type":"string"}}}}},"value":{"pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$","type":"string"},"fresh":{"type":"boolean"},"configHash":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"aggregation":{"additionalProperties":false,"type":"object","required":["mode","rule","maxDeviationBps","maxAgeMs","numeric"],"properties":{"mode":{"const":"tolerance","type":"string"},"rule":{"const":"median","type":"string"},"maxDeviationBps":{"minimum":0,"maximum":10000,"type":"integer"},"maxAgeMs":{"minimum":1,"maximum":3600000,"type":"integer"},"numeric":{"additionalProperties":false,"type":"object","required":["type","decimals"],"properties":{"type":{"const":"int256","type":"string"},"decimals":{"minimum":0,"maximum":36,"type":"integer"}}}}}}}}}]},"private":{"const":true,"type":"boolean"}}};

function validate45(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.roundId === undefined) && (missing0 = "roundId")) || ((data.path === undefined) && (missing0 = "path"))) || ((data.state === undefined) && (missing0 = "state"))) || ((data.createdAt === undefined) && (missing0 = "createdAt"))){
validate45.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema46.properties, key0))){
validate45.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.roundId !== undefined){
let data0 = data.roundId;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern93.test(data0)){
validate45.errors = [{instancePath:instancePath+"/roundId",schemaPath:"#/properties/roundId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate45.errors = [{instancePath:instancePath+"/roundId",schemaPath:"#/properties/roundId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.path !== undefined){
let data1 = data.path;
const _errs4 = errors;
if(!(((data1 === "subscription") || (data1 === "agent")) || (data1 === "x402"))){
validate45.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.state !== undefined){
let data2 = data.state;
const _errs5 = errors;
if(!(((((((((((data2 === "reserved") || (data2 === "pending")) || (data2 === "settled")) || (data2 === "failed")) || (data2 === "expired")) || (data2 === "lapsed")) || (data2 === "signed")) || (data2 === "settling")) || (data2 === "payment_unknown")) || (data2 === "paid")) || (data2 === "unpaid"))){
validate45.errors = [{instancePath:instancePath+"/state",schemaPath:"#/properties/state/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.createdAt !== undefined){
let data3 = data.createdAt;
const _errs6 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate45.errors = [{instancePath:instancePath+"/createdAt",schemaPath:"#/properties/createdAt/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs6){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 9007199254740991 || isNaN(data3)){
validate45.errors = [{instancePath:instancePath+"/createdAt",schemaPath:"#/properties/createdAt/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data3 < 0 || isNaN(data3)){
validate45.errors = [{instancePath:instancePath+"/createdAt",schemaPath:"#/properties/createdAt/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reason !== undefined){
const _errs8 = errors;
if(typeof data.reason !== "string"){
validate45.errors = [{instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.settlement !== undefined){
let data5 = data.settlement;
const _errs10 = errors;
if(errors === _errs10){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing1;
if((((data5.signature === undefined) && (missing1 = "signature")) || ((data5.slot === undefined) && (missing1 = "slot"))) || ((data5.final === undefined) && (missing1 = "final"))){
validate45.errors = [{instancePath:instancePath+"/settlement",schemaPath:"#/properties/settlement/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs12 = errors;
for(const key1 in data5){
if(!(((key1 === "signature") || (key1 === "slot")) || (key1 === "final"))){
validate45.errors = [{instancePath:instancePath+"/settlement",schemaPath:"#/properties/settlement/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs12 === errors){
if(data5.signature !== undefined){
let data6 = data5.signature;
const _errs13 = errors;
if((typeof data6 !== "string") && (data6 !== null)){
validate45.errors = [{instancePath:instancePath+"/settlement/signature",schemaPath:"#/properties/settlement/properties/signature/type",keyword:"type",params:{type: schema46.properties.settlement.properties.signature.type},message:"must be string,null"}];
return false;
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data5.slot !== undefined){
let data7 = data5.slot;
const _errs15 = errors;
if((!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))) && (data7 !== null)){
validate45.errors = [{instancePath:instancePath+"/settlement/slot",schemaPath:"#/properties/settlement/properties/slot/type",keyword:"type",params:{type: schema46.properties.settlement.properties.slot.type},message:"must be integer,null"}];
return false;
}
var valid1 = _errs15 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data5.final !== undefined){
const _errs17 = errors;
if(typeof data5.final !== "boolean"){
validate45.errors = [{instancePath:instancePath+"/settlement/final",schemaPath:"#/properties/settlement/properties/final/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
else {
validate45.errors = [{instancePath:instancePath+"/settlement",schemaPath:"#/properties/settlement/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.payment !== undefined){
let data9 = data.payment;
const _errs19 = errors;
if(errors === _errs19){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing2;
if(((data9.signature === undefined) && (missing2 = "signature")) || ((data9.slot === undefined) && (missing2 = "slot"))){
validate45.errors = [{instancePath:instancePath+"/payment",schemaPath:"#/properties/payment/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs21 = errors;
for(const key2 in data9){
if(!((key2 === "signature") || (key2 === "slot"))){
validate45.errors = [{instancePath:instancePath+"/payment",schemaPath:"#/properties/payment/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:""}];
return false;
break;
}
}
if(_errs21 === errors){
if(data9.signature !== undefined){
const _errs22 = errors;
if(typeof data9.signature !== "string"){
validate45.errors = [{instancePath:instancePath+"/payment/signature",schemaPath:"#/properties/payment/properties/signature/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs22 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data9.slot !== undefined){
let data11 = data9.slot;
const _errs24 = errors;
if((!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))) && (data11 !== null)){
validate45.errors = [{instancePath:instancePath+"/payment/slot",schemaPath:"#/properties/payment/properties/slot/type",keyword:"type",params:{type: schema46.properties.payment.properties.slot.type},message:"must be integer,null"}];
return false;
}
var valid2 = _errs24 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
else {
validate45.errors = [{instancePath:instancePath+"/payment",schemaPath:"#/properties/payment/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.result !== undefined){
let data12 = data.result;
const _errs26 = errors;
const _errs27 = errors;
let valid3 = false;
const _errs28 = errors;
if(errors === _errs28){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing3;
if(((data12.status === undefined) && (missing3 = "status")) || ((data12.data === undefined) && (missing3 = "data"))){
const err0 = {instancePath:instancePath+"/result",schemaPath:"#/properties/result/anyOf/0/required",keyword:"required",params:{missingProperty: missing3},message:""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
const _errs30 = errors;
for(const key3 in data12){
if(!((key3 === "status") || (key3 === "data"))){
const err1 = {instancePath:instancePath+"/result",schemaPath:"#/properties/result/anyOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
break;
}
}
if(_errs30 === errors){
if(data12.status !== undefined){
let data13 = data12.status;
const _errs31 = errors;
if(typeof data13 !== "string"){
const err2 = {instancePath:instancePath+"/result/status",schemaPath:"#/properties/result/anyOf/0/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if("completed" !== data13){
const err3 = {instancePath:instancePath+"/result/status",schemaPath:"#/properties/result/anyOf/0/properties/status/const",keyword:"const",params:{},message:""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var valid4 = _errs31 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.data !== undefined){
let data14 = data12.data;
const _errs33 = errors;
if(errors === _errs33){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
let missing4;
if((((((((((((((data14.feedId === undefined) && (missing4 = "feedId")) || ((data14.value === undefined) && (missing4 = "value"))) || ((data14.valuePacked === undefined) && (missing4 = "valuePacked"))) || ((data14.timestamp === undefined) && (missing4 = "timestamp"))) || ((data14.registryVersion === undefined) && (missing4 = "registryVersion"))) || ((data14.signaturesRequired === undefined) && (missing4 = "signaturesRequired"))) || ((data14.configHash === undefined) && (missing4 = "configHash"))) || ((data14.signersBitmap === undefined) && (missing4 = "signersBitmap"))) || ((data14.s === undefined) && (missing4 = "s"))) || ((data14.rx === undefined) && (missing4 = "rx"))) || ((data14.ryParity === undefined) && (missing4 = "ryParity"))) || ((data14.commitmentAddr === undefined) && (missing4 = "commitmentAddr"))) || ((data14.fresh === undefined) && (missing4 = "fresh"))){
const err4 = {instancePath:instancePath+"/result/data",schemaPath:"#/properties/result/anyOf/0/properties/data/required",keyword:"required",params:{missingProperty: missing4},message:""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
const _errs35 = errors;
for(const key4 in data14){
if(!(func2.call(schema46.properties.result.anyOf[0].properties.data.properties, key4))){
const err5 = {instancePath:instancePath+"/result/data",schemaPath:"#/properties/result/anyOf/0/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
break;
}
}
if(_errs35 === errors){
if(data14.feedId !== undefined){
let data15 = data14.feedId;
const _errs36 = errors;
if(errors === _errs36){
if(typeof data15 === "string"){
if(!pattern0.test(data15)){
const err6 = {instancePath:instancePath+"/result/data/feedId",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/feedId/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/result/data/feedId",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/feedId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var valid5 = _errs36 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.value !== undefined){
let data16 = data14.value;
const _errs38 = errors;
if(errors === _errs38){
if(typeof data16 === "string"){
if(!pattern1.test(data16)){
const err8 = {instancePath:instancePath+"/result/data/value",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/value/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/result/data/value",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
var valid5 = _errs38 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.valuePacked !== undefined){
let data17 = data14.valuePacked;
const _errs40 = errors;
if(errors === _errs40){
if(typeof data17 === "string"){
if(!pattern0.test(data17)){
const err10 = {instancePath:instancePath+"/result/data/valuePacked",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/valuePacked/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/result/data/valuePacked",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/valuePacked/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
var valid5 = _errs40 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.timestamp !== undefined){
let data18 = data14.timestamp;
const _errs42 = errors;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
const err12 = {instancePath:instancePath+"/result/data/timestamp",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/timestamp/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(errors === _errs42){
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 > 9007199254740991 || isNaN(data18)){
const err13 = {instancePath:instancePath+"/result/data/timestamp",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/timestamp/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
else {
if(data18 < 0 || isNaN(data18)){
const err14 = {instancePath:instancePath+"/result/data/timestamp",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/timestamp/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
}
var valid5 = _errs42 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.registryVersion !== undefined){
let data19 = data14.registryVersion;
const _errs44 = errors;
if(!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))){
const err15 = {instancePath:instancePath+"/result/data/registryVersion",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/registryVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(errors === _errs44){
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 > 9007199254740991 || isNaN(data19)){
const err16 = {instancePath:instancePath+"/result/data/registryVersion",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/registryVersion/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
else {
if(data19 < 0 || isNaN(data19)){
const err17 = {instancePath:instancePath+"/result/data/registryVersion",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/registryVersion/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
}
var valid5 = _errs44 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.signaturesRequired !== undefined){
let data20 = data14.signaturesRequired;
const _errs46 = errors;
if(!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))){
const err18 = {instancePath:instancePath+"/result/data/signaturesRequired",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/signaturesRequired/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(errors === _errs46){
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 255 || isNaN(data20)){
const err19 = {instancePath:instancePath+"/result/data/signaturesRequired",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/signaturesRequired/maximum",keyword:"maximum",params:{},message:"must be <= 255"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
else {
if(data20 < 1 || isNaN(data20)){
const err20 = {instancePath:instancePath+"/result/data/signaturesRequired",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/signaturesRequired/minimum",keyword:"minimum",params:{},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
}
var valid5 = _errs46 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.configHash !== undefined){
let data21 = data14.configHash;
const _errs48 = errors;
if(errors === _errs48){
if(typeof data21 === "string"){
if(!pattern0.test(data21)){
const err21 = {instancePath:instancePath+"/result/data/configHash",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/configHash/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/result/data/configHash",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/configHash/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
var valid5 = _errs48 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.signersBitmap !== undefined){
let data22 = data14.signersBitmap;
const _errs50 = errors;
if(errors === _errs50){
if(typeof data22 === "string"){
if(!pattern0.test(data22)){
const err23 = {instancePath:instancePath+"/result/data/signersBitmap",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/signersBitmap/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/result/data/signersBitmap",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/signersBitmap/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
var valid5 = _errs50 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.s !== undefined){
let data23 = data14.s;
const _errs52 = errors;
if(errors === _errs52){
if(typeof data23 === "string"){
if(!pattern0.test(data23)){
const err25 = {instancePath:instancePath+"/result/data/s",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/s/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/result/data/s",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/s/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
var valid5 = _errs52 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.rx !== undefined){
let data24 = data14.rx;
const _errs54 = errors;
if(errors === _errs54){
if(typeof data24 === "string"){
if(!pattern0.test(data24)){
const err27 = {instancePath:instancePath+"/result/data/rx",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/rx/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/result/data/rx",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/rx/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
var valid5 = _errs54 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.ryParity !== undefined){
let data25 = data14.ryParity;
const _errs56 = errors;
if(!(((typeof data25 == "number") && (!(data25 % 1) && !isNaN(data25))) && (isFinite(data25)))){
const err29 = {instancePath:instancePath+"/result/data/ryParity",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/ryParity/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(errors === _errs56){
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 > 1 || isNaN(data25)){
const err30 = {instancePath:instancePath+"/result/data/ryParity",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/ryParity/maximum",keyword:"maximum",params:{},message:"must be <= 1"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
else {
if(data25 < 0 || isNaN(data25)){
const err31 = {instancePath:instancePath+"/result/data/ryParity",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/ryParity/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
}
var valid5 = _errs56 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.commitmentAddr !== undefined){
let data26 = data14.commitmentAddr;
const _errs58 = errors;
if(errors === _errs58){
if(typeof data26 === "string"){
if(!pattern7.test(data26)){
const err32 = {instancePath:instancePath+"/result/data/commitmentAddr",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/commitmentAddr/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/result/data/commitmentAddr",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/commitmentAddr/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
var valid5 = _errs58 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.fresh !== undefined){
const _errs60 = errors;
if(typeof data14.fresh !== "boolean"){
const err34 = {instancePath:instancePath+"/result/data/fresh",schemaPath:"#/properties/result/anyOf/0/properties/data/properties/fresh/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
var valid5 = _errs60 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
const err35 = {instancePath:instancePath+"/result/data",schemaPath:"#/properties/result/anyOf/0/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
var valid4 = _errs33 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
else {
const err36 = {instancePath:instancePath+"/result",schemaPath:"#/properties/result/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
var _valid0 = _errs28 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const _errs62 = errors;
if(errors === _errs62){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing5;
if(((data12.status === undefined) && (missing5 = "status")) || ((data12.data === undefined) && (missing5 = "data"))){
const err37 = {instancePath:instancePath+"/result",schemaPath:"#/properties/result/anyOf/1/required",keyword:"required",params:{missingProperty: missing5},message:""};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
else {
const _errs64 = errors;
for(const key5 in data12){
if(!((key5 === "status") || (key5 === "data"))){
const err38 = {instancePath:instancePath+"/result",schemaPath:"#/properties/result/anyOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:""};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
break;
}
}
if(_errs64 === errors){
if(data12.status !== undefined){
let data28 = data12.status;
const _errs65 = errors;
if(typeof data28 !== "string"){
const err39 = {instancePath:instancePath+"/result/status",schemaPath:"#/properties/result/anyOf/1/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if("completed" !== data28){
const err40 = {instancePath:instancePath+"/result/status",schemaPath:"#/properties/result/anyOf/1/properties/status/const",keyword:"const",params:{},message:""};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
var valid6 = _errs65 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data12.data !== undefined){
let data29 = data12.data;
const _errs67 = errors;
if(errors === _errs67){
if(data29 && typeof data29 == "object" && !Array.isArray(data29)){
let missing6;
if(((((data29.attestation === undefined) && (missing6 = "attestation")) || ((data29.value === undefined) && (missing6 = "value"))) || ((data29.fresh === undefined) && (missing6 = "fresh"))) || ((data29.configHash === undefined) && (missing6 = "configHash"))){
const err41 = {instancePath:instancePath+"/result/data",schemaPath:"#/properties/result/anyOf/1/properties/data/required",keyword:"required",params:{missingProperty: missing6},message:""};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
else {
const _errs69 = errors;
for(const key6 in data29){
if(!(((((key6 === "attestation") || (key6 === "value")) || (key6 === "fresh")) || (key6 === "configHash")) || (key6 === "aggregation"))){
const err42 = {instancePath:instancePath+"/result/data",schemaPath:"#/properties/result/anyOf/1/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:""};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
break;
}
}
if(_errs69 === errors){
if(data29.attestation !== undefined){
let data30 = data29.attestation;
const _errs70 = errors;
if(errors === _errs70){
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
let missing7;
if(((data30.payload === undefined) && (missing7 = "payload")) || ((data30.signature === undefined) && (missing7 = "signature"))){
const err43 = {instancePath:instancePath+"/result/data/attestation",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/required",keyword:"required",params:{missingProperty: missing7},message:""};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
else {
const _errs72 = errors;
for(const key7 in data30){
if(!((key7 === "payload") || (key7 === "signature"))){
const err44 = {instancePath:instancePath+"/result/data/attestation",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:""};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
break;
}
}
if(_errs72 === errors){
if(data30.payload !== undefined){
let data31 = data30.payload;
const _errs73 = errors;
if(errors === _errs73){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
let missing8;
if((((((data31.value === undefined) && (missing8 = "value")) || ((data31.sourceId === undefined) && (missing8 = "sourceId"))) || ((data31.registryVersion === undefined) && (missing8 = "registryVersion"))) || ((data31.signaturesRequired === undefined) && (missing8 = "signaturesRequired"))) || ((data31.timestamp === undefined) && (missing8 = "timestamp"))){
const err45 = {instancePath:instancePath+"/result/data/attestation/payload",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/required",keyword:"required",params:{missingProperty: missing8},message:""};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
else {
const _errs75 = errors;
for(const key8 in data31){
if(!(((((key8 === "value") || (key8 === "sourceId")) || (key8 === "registryVersion")) || (key8 === "signaturesRequired")) || (key8 === "timestamp"))){
const err46 = {instancePath:instancePath+"/result/data/attestation/payload",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:""};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
break;
}
}
if(_errs75 === errors){
if(data31.value !== undefined){
let data32 = data31.value;
const _errs76 = errors;
if(errors === _errs76){
if(typeof data32 === "string"){
if(!pattern0.test(data32)){
const err47 = {instancePath:instancePath+"/result/data/attestation/payload/value",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/value/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
else {
const err48 = {instancePath:instancePath+"/result/data/attestation/payload/value",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
var valid9 = _errs76 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data31.sourceId !== undefined){
let data33 = data31.sourceId;
const _errs78 = errors;
if(errors === _errs78){
if(typeof data33 === "string"){
if(!pattern0.test(data33)){
const err49 = {instancePath:instancePath+"/result/data/attestation/payload/sourceId",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/sourceId/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/result/data/attestation/payload/sourceId",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/sourceId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
var valid9 = _errs78 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data31.registryVersion !== undefined){
let data34 = data31.registryVersion;
const _errs80 = errors;
if(!(((typeof data34 == "number") && (!(data34 % 1) && !isNaN(data34))) && (isFinite(data34)))){
const err51 = {instancePath:instancePath+"/result/data/attestation/payload/registryVersion",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/registryVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(errors === _errs80){
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 > 9007199254740991 || isNaN(data34)){
const err52 = {instancePath:instancePath+"/result/data/attestation/payload/registryVersion",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/registryVersion/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
else {
if(data34 < 0 || isNaN(data34)){
const err53 = {instancePath:instancePath+"/result/data/attestation/payload/registryVersion",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/registryVersion/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
}
var valid9 = _errs80 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data31.signaturesRequired !== undefined){
let data35 = data31.signaturesRequired;
const _errs82 = errors;
if(!(((typeof data35 == "number") && (!(data35 % 1) && !isNaN(data35))) && (isFinite(data35)))){
const err54 = {instancePath:instancePath+"/result/data/attestation/payload/signaturesRequired",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/signaturesRequired/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(errors === _errs82){
if((typeof data35 == "number") && (isFinite(data35))){
if(data35 > 255 || isNaN(data35)){
const err55 = {instancePath:instancePath+"/result/data/attestation/payload/signaturesRequired",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/signaturesRequired/maximum",keyword:"maximum",params:{},message:"must be <= 255"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
else {
if(data35 < 1 || isNaN(data35)){
const err56 = {instancePath:instancePath+"/result/data/attestation/payload/signaturesRequired",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/signaturesRequired/minimum",keyword:"minimum",params:{},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
}
var valid9 = _errs82 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data31.timestamp !== undefined){
let data36 = data31.timestamp;
const _errs84 = errors;
if(!(((typeof data36 == "number") && (!(data36 % 1) && !isNaN(data36))) && (isFinite(data36)))){
const err57 = {instancePath:instancePath+"/result/data/attestation/payload/timestamp",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/timestamp/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(errors === _errs84){
if((typeof data36 == "number") && (isFinite(data36))){
if(data36 > 9007199254740991 || isNaN(data36)){
const err58 = {instancePath:instancePath+"/result/data/attestation/payload/timestamp",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/timestamp/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
else {
if(data36 < 0 || isNaN(data36)){
const err59 = {instancePath:instancePath+"/result/data/attestation/payload/timestamp",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/properties/timestamp/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
}
}
var valid9 = _errs84 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
}
}
}
else {
const err60 = {instancePath:instancePath+"/result/data/attestation/payload",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/payload/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
var valid8 = _errs73 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data30.signature !== undefined){
let data37 = data30.signature;
const _errs86 = errors;
if(errors === _errs86){
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
let missing9;
if((((data37.signature === undefined) && (missing9 = "signature")) || ((data37.commitment === undefined) && (missing9 = "commitment"))) || ((data37.signersBitmap === undefined) && (missing9 = "signersBitmap"))){
const err61 = {instancePath:instancePath+"/result/data/attestation/signature",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/signature/required",keyword:"required",params:{missingProperty: missing9},message:""};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
else {
const _errs88 = errors;
for(const key9 in data37){
if(!(((key9 === "signature") || (key9 === "commitment")) || (key9 === "signersBitmap"))){
const err62 = {instancePath:instancePath+"/result/data/attestation/signature",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/signature/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9},message:""};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
break;
}
}
if(_errs88 === errors){
if(data37.signature !== undefined){
let data38 = data37.signature;
const _errs89 = errors;
if(errors === _errs89){
if(typeof data38 === "string"){
if(!pattern0.test(data38)){
const err63 = {instancePath:instancePath+"/result/data/attestation/signature/signature",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/signature/properties/signature/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/result/data/attestation/signature/signature",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/signature/properties/signature/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
var valid10 = _errs89 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data37.commitment !== undefined){
let data39 = data37.commitment;
const _errs91 = errors;
if(errors === _errs91){
if(typeof data39 === "string"){
if(!pattern7.test(data39)){
const err65 = {instancePath:instancePath+"/result/data/attestation/signature/commitment",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/signature/properties/commitment/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
else {
const err66 = {instancePath:instancePath+"/result/data/attestation/signature/commitment",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/signature/properties/commitment/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
var valid10 = _errs91 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data37.signersBitmap !== undefined){
let data40 = data37.signersBitmap;
const _errs93 = errors;
if(errors === _errs93){
if(typeof data40 === "string"){
if(!pattern0.test(data40)){
const err67 = {instancePath:instancePath+"/result/data/attestation/signature/signersBitmap",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/signature/properties/signersBitmap/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
else {
const err68 = {instancePath:instancePath+"/result/data/attestation/signature/signersBitmap",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/signature/properties/signersBitmap/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
var valid10 = _errs93 === errors;
}
else {
var valid10 = true;
}
}
}
}
}
}
else {
const err69 = {instancePath:instancePath+"/result/data/attestation/signature",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/properties/signature/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
var valid8 = _errs86 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
else {
const err70 = {instancePath:instancePath+"/result/data/attestation",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/attestation/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
var valid7 = _errs70 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data29.value !== undefined){
let data41 = data29.value;
const _errs95 = errors;
if(errors === _errs95){
if(typeof data41 === "string"){
if(!pattern1.test(data41)){
const err71 = {instancePath:instancePath+"/result/data/value",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/value/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
else {
const err72 = {instancePath:instancePath+"/result/data/value",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
var valid7 = _errs95 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data29.fresh !== undefined){
const _errs97 = errors;
if(typeof data29.fresh !== "boolean"){
const err73 = {instancePath:instancePath+"/result/data/fresh",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/fresh/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
var valid7 = _errs97 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data29.configHash !== undefined){
let data43 = data29.configHash;
const _errs99 = errors;
if(errors === _errs99){
if(typeof data43 === "string"){
if(!pattern0.test(data43)){
const err74 = {instancePath:instancePath+"/result/data/configHash",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/configHash/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
else {
const err75 = {instancePath:instancePath+"/result/data/configHash",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/configHash/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
var valid7 = _errs99 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data29.aggregation !== undefined){
let data44 = data29.aggregation;
const _errs101 = errors;
if(errors === _errs101){
if(data44 && typeof data44 == "object" && !Array.isArray(data44)){
let missing10;
if((((((data44.mode === undefined) && (missing10 = "mode")) || ((data44.rule === undefined) && (missing10 = "rule"))) || ((data44.maxDeviationBps === undefined) && (missing10 = "maxDeviationBps"))) || ((data44.maxAgeMs === undefined) && (missing10 = "maxAgeMs"))) || ((data44.numeric === undefined) && (missing10 = "numeric"))){
const err76 = {instancePath:instancePath+"/result/data/aggregation",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/required",keyword:"required",params:{missingProperty: missing10},message:""};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
else {
const _errs103 = errors;
for(const key10 in data44){
if(!(((((key10 === "mode") || (key10 === "rule")) || (key10 === "maxDeviationBps")) || (key10 === "maxAgeMs")) || (key10 === "numeric"))){
const err77 = {instancePath:instancePath+"/result/data/aggregation",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10},message:""};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
break;
}
}
if(_errs103 === errors){
if(data44.mode !== undefined){
let data45 = data44.mode;
const _errs104 = errors;
if(typeof data45 !== "string"){
const err78 = {instancePath:instancePath+"/result/data/aggregation/mode",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
if("tolerance" !== data45){
const err79 = {instancePath:instancePath+"/result/data/aggregation/mode",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/properties/mode/const",keyword:"const",params:{},message:""};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
var valid11 = _errs104 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data44.rule !== undefined){
let data46 = data44.rule;
const _errs106 = errors;
if(typeof data46 !== "string"){
const err80 = {instancePath:instancePath+"/result/data/aggregation/rule",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/properties/rule/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if("median" !== data46){
const err81 = {instancePath:instancePath+"/result/data/aggregation/rule",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/properties/rule/const",keyword:"const",params:{},message:""};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
var valid11 = _errs106 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data44.maxDeviationBps !== undefined){
let data47 = data44.maxDeviationBps;
const _errs108 = errors;
if(!(((typeof data47 == "number") && (!(data47 % 1) && !isNaN(data47))) && (isFinite(data47)))){
const err82 = {instancePath:instancePath+"/result/data/aggregation/maxDeviationBps",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/properties/maxDeviationBps/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
if(errors === _errs108){
if((typeof data47 == "number") && (isFinite(data47))){
if(data47 > 10000 || isNaN(data47)){
const err83 = {instancePath:instancePath+"/result/data/aggregation/maxDeviationBps",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/properties/maxDeviationBps/maximum",keyword:"maximum",params:{},message:"must be <= 10000"};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
else {
if(data47 < 0 || isNaN(data47)){
const err84 = {instancePath:instancePath+"/result/data/aggregation/maxDeviationBps",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/properties/maxDeviationBps/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
}
}
var valid11 = _errs108 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data44.maxAgeMs !== undefined){
let data48 = data44.maxAgeMs;
const _errs110 = errors;
if(!(((typeof data48 == "number") && (!(data48 % 1) && !isNaN(data48))) && (isFinite(data48)))){
const err85 = {instancePath:instancePath+"/result/data/aggregation/maxAgeMs",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/properties/maxAgeMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
if(errors === _errs110){
if((typeof data48 == "number") && (isFinite(data48))){
if(data48 > 3600000 || isNaN(data48)){
const err86 = {instancePath:instancePath+"/result/data/aggregation/maxAgeMs",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/properties/maxAgeMs/maximum",keyword:"maximum",params:{},message:"must be <= 3600000"};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
else {
if(data48 < 1 || isNaN(data48)){
const err87 = {instancePath:instancePath+"/result/data/aggregation/maxAgeMs",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/properties/maxAgeMs/minimum",keyword:"minimum",params:{},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
}
}
var valid11 = _errs110 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data44.numeric !== undefined){
let data49 = data44.numeric;
const _errs112 = errors;
if(errors === _errs112){
if(data49 && typeof data49 == "object" && !Array.isArray(data49)){
let missing11;
if(((data49.type === undefined) && (missing11 = "type")) || ((data49.decimals === undefined) && (missing11 = "decimals"))){
const err88 = {instancePath:instancePath+"/result/data/aggregation/numeric",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/properties/numeric/required",keyword:"required",params:{missingProperty: missing11},message:""};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
else {
const _errs114 = errors;
for(const key11 in data49){
if(!((key11 === "type") || (key11 === "decimals"))){
const err89 = {instancePath:instancePath+"/result/data/aggregation/numeric",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/properties/numeric/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key11},message:""};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
break;
}
}
if(_errs114 === errors){
if(data49.type !== undefined){
let data50 = data49.type;
const _errs115 = errors;
if(typeof data50 !== "string"){
const err90 = {instancePath:instancePath+"/result/data/aggregation/numeric/type",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/properties/numeric/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
if("int256" !== data50){
const err91 = {instancePath:instancePath+"/result/data/aggregation/numeric/type",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/properties/numeric/properties/type/const",keyword:"const",params:{},message:""};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
var valid12 = _errs115 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data49.decimals !== undefined){
let data51 = data49.decimals;
const _errs117 = errors;
if(!(((typeof data51 == "number") && (!(data51 % 1) && !isNaN(data51))) && (isFinite(data51)))){
const err92 = {instancePath:instancePath+"/result/data/aggregation/numeric/decimals",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/properties/numeric/properties/decimals/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
if(errors === _errs117){
if((typeof data51 == "number") && (isFinite(data51))){
if(data51 > 36 || isNaN(data51)){
const err93 = {instancePath:instancePath+"/result/data/aggregation/numeric/decimals",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/properties/numeric/properties/decimals/maximum",keyword:"maximum",params:{},message:"must be <= 36"};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
else {
if(data51 < 0 || isNaN(data51)){
const err94 = {instancePath:instancePath+"/result/data/aggregation/numeric/decimals",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/properties/numeric/properties/decimals/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
}
}
var valid12 = _errs117 === errors;
}
else {
var valid12 = true;
}
}
}
}
}
else {
const err95 = {instancePath:instancePath+"/result/data/aggregation/numeric",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/properties/numeric/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
var valid11 = _errs112 === errors;
}
else {
var valid11 = true;
}
}
}
}
}
}
}
}
else {
const err96 = {instancePath:instancePath+"/result/data/aggregation",schemaPath:"#/properties/result/anyOf/1/properties/data/properties/aggregation/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
var valid7 = _errs101 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
}
}
}
else {
const err97 = {instancePath:instancePath+"/result/data",schemaPath:"#/properties/result/anyOf/1/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
var valid6 = _errs67 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
else {
const err98 = {instancePath:instancePath+"/result",schemaPath:"#/properties/result/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
var _valid0 = _errs62 === errors;
valid3 = valid3 || _valid0;
}
if(!valid3){
const err99 = {instancePath:instancePath+"/result",schemaPath:"#/properties/result/anyOf",keyword:"anyOf",params:{},message:""};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
validate45.errors = vErrors;
return false;
}
else {
errors = _errs27;
if(vErrors !== null){
if(_errs27){
vErrors.length = _errs27;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.private !== undefined){
let data52 = data.private;
const _errs119 = errors;
if(typeof data52 !== "boolean"){
validate45.errors = [{instancePath:instancePath+"/private",schemaPath:"#/properties/private/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
if(true !== data52){
validate45.errors = [{instancePath:instancePath+"/private",schemaPath:"#/properties/private/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs119 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate45.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate45.errors = vErrors;
return errors === 0;
}

export const getRoundEvidence200 = validate46;
const schema47 = {"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"ok","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["gateway","feedId","sourceId","signaturesRequired","registryVersion","timestampMs","eligible","gatewayNonce","attempt","fixedAtMs","observations","survivors","signers","value","s","commitment"],"properties":{"gateway":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$","type":"string"},"feedId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"sourceId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"signaturesRequired":{"minimum":1,"maximum":64,"type":"integer"},"registryVersion":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"timestampMs":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"eligible":{"maxItems":64,"type":"array","items":{"minimum":0,"maximum":63,"type":"integer"}},"gatewayNonce":{"pattern":"^0x[0-9a-f]{32}$","type":"string"},"attempt":{"minimum":0,"maximum":1,"type":"integer"},"fixedAtMs":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"observations":{"maxItems":64,"type":"array","items":{"additionalProperties":false,"type":"object","required":["index","value","observedAtMs","signature"],"properties":{"index":{"minimum":0,"maximum":63,"type":"integer"},"value":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"observedAtMs":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"signature":{"additionalProperties":false,"type":"object","required":["s","commitment"],"properties":{"s":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"commitment":{"pattern":"^0x[0-9a-f]{40}$","type":"string"}}}}}},"survivors":{"maxItems":64,"type":"array","items":{"minimum":0,"maximum":63,"type":"integer"}},"signers":{"maxItems":64,"type":"array","items":{"additionalProperties":false,"type":"object","required":["index","d","e"],"properties":{"index":{"minimum":0,"maximum":63,"type":"integer"},"d":{"pattern":"^0x[0-9a-f]{66}$","type":"string"},"e":{"pattern":"^0x[0-9a-f]{66}$","type":"string"}}}},"value":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"s":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"commitment":{"pattern":"^0x[0-9a-f]{40}$","type":"string"}}}}};

function validate46(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.status === undefined) && (missing0 = "status")) || ((data.data === undefined) && (missing0 = "data"))){
validate46.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "status") || (key0 === "data"))){
validate46.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate46.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("ok" !== data0){
validate46.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((((((((((((((((data1.gateway === undefined) && (missing1 = "gateway")) || ((data1.feedId === undefined) && (missing1 = "feedId"))) || ((data1.sourceId === undefined) && (missing1 = "sourceId"))) || ((data1.signaturesRequired === undefined) && (missing1 = "signaturesRequired"))) || ((data1.registryVersion === undefined) && (missing1 = "registryVersion"))) || ((data1.timestampMs === undefined) && (missing1 = "timestampMs"))) || ((data1.eligible === undefined) && (missing1 = "eligible"))) || ((data1.gatewayNonce === undefined) && (missing1 = "gatewayNonce"))) || ((data1.attempt === undefined) && (missing1 = "attempt"))) || ((data1.fixedAtMs === undefined) && (missing1 = "fixedAtMs"))) || ((data1.observations === undefined) && (missing1 = "observations"))) || ((data1.survivors === undefined) && (missing1 = "survivors"))) || ((data1.signers === undefined) && (missing1 = "signers"))) || ((data1.value === undefined) && (missing1 = "value"))) || ((data1.s === undefined) && (missing1 = "s"))) || ((data1.commitment === undefined) && (missing1 = "commitment"))){
validate46.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs6 = errors;
for(const key1 in data1){
if(!(func2.call(schema47.properties.data.properties, key1))){
validate46.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs6 === errors){
if(data1.gateway !== undefined){
let data2 = data1.gateway;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(!pattern15.test(data2)){
validate46.errors = [{instancePath:instancePath+"/data/gateway",schemaPath:"#/properties/data/properties/gateway/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/gateway",schemaPath:"#/properties/data/properties/gateway/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.feedId !== undefined){
let data3 = data1.feedId;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
validate46.errors = [{instancePath:instancePath+"/data/feedId",schemaPath:"#/properties/data/properties/feedId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/feedId",schemaPath:"#/properties/data/properties/feedId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.sourceId !== undefined){
let data4 = data1.sourceId;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
validate46.errors = [{instancePath:instancePath+"/data/sourceId",schemaPath:"#/properties/data/properties/sourceId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/sourceId",schemaPath:"#/properties/data/properties/sourceId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.signaturesRequired !== undefined){
let data5 = data1.signaturesRequired;
const _errs13 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate46.errors = [{instancePath:instancePath+"/data/signaturesRequired",schemaPath:"#/properties/data/properties/signaturesRequired/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs13){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 64 || isNaN(data5)){
validate46.errors = [{instancePath:instancePath+"/data/signaturesRequired",schemaPath:"#/properties/data/properties/signaturesRequired/maximum",keyword:"maximum",params:{},message:"must be <= 64"}];
return false;
}
else {
if(data5 < 1 || isNaN(data5)){
validate46.errors = [{instancePath:instancePath+"/data/signaturesRequired",schemaPath:"#/properties/data/properties/signaturesRequired/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.registryVersion !== undefined){
let data6 = data1.registryVersion;
const _errs15 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate46.errors = [{instancePath:instancePath+"/data/registryVersion",schemaPath:"#/properties/data/properties/registryVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs15){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 9007199254740991 || isNaN(data6)){
validate46.errors = [{instancePath:instancePath+"/data/registryVersion",schemaPath:"#/properties/data/properties/registryVersion/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate46.errors = [{instancePath:instancePath+"/data/registryVersion",schemaPath:"#/properties/data/properties/registryVersion/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs15 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.timestampMs !== undefined){
let data7 = data1.timestampMs;
const _errs17 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate46.errors = [{instancePath:instancePath+"/data/timestampMs",schemaPath:"#/properties/data/properties/timestampMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs17){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 9007199254740991 || isNaN(data7)){
validate46.errors = [{instancePath:instancePath+"/data/timestampMs",schemaPath:"#/properties/data/properties/timestampMs/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate46.errors = [{instancePath:instancePath+"/data/timestampMs",schemaPath:"#/properties/data/properties/timestampMs/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.eligible !== undefined){
let data8 = data1.eligible;
const _errs19 = errors;
if(errors === _errs19){
if(Array.isArray(data8)){
if(data8.length > 64){
validate46.errors = [{instancePath:instancePath+"/data/eligible",schemaPath:"#/properties/data/properties/eligible/maxItems",keyword:"maxItems",params:{},message:"must NOT have more than 64 items"}];
return false;
}
else {
var valid2 = true;
const len0 = data8.length;
for(let i0=0; i0<len0; i0++){
let data9 = data8[i0];
const _errs21 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate46.errors = [{instancePath:instancePath+"/data/eligible/" + i0,schemaPath:"#/properties/data/properties/eligible/items/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs21){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 63 || isNaN(data9)){
validate46.errors = [{instancePath:instancePath+"/data/eligible/" + i0,schemaPath:"#/properties/data/properties/eligible/items/maximum",keyword:"maximum",params:{},message:"must be <= 63"}];
return false;
}
else {
if(data9 < 0 || isNaN(data9)){
validate46.errors = [{instancePath:instancePath+"/data/eligible/" + i0,schemaPath:"#/properties/data/properties/eligible/items/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid2 = _errs21 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/eligible",schemaPath:"#/properties/data/properties/eligible/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs19 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.gatewayNonce !== undefined){
let data10 = data1.gatewayNonce;
const _errs23 = errors;
if(errors === _errs23){
if(typeof data10 === "string"){
if(!pattern18.test(data10)){
validate46.errors = [{instancePath:instancePath+"/data/gatewayNonce",schemaPath:"#/properties/data/properties/gatewayNonce/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/gatewayNonce",schemaPath:"#/properties/data/properties/gatewayNonce/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs23 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.attempt !== undefined){
let data11 = data1.attempt;
const _errs25 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate46.errors = [{instancePath:instancePath+"/data/attempt",schemaPath:"#/properties/data/properties/attempt/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs25){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 1 || isNaN(data11)){
validate46.errors = [{instancePath:instancePath+"/data/attempt",schemaPath:"#/properties/data/properties/attempt/maximum",keyword:"maximum",params:{},message:"must be <= 1"}];
return false;
}
else {
if(data11 < 0 || isNaN(data11)){
validate46.errors = [{instancePath:instancePath+"/data/attempt",schemaPath:"#/properties/data/properties/attempt/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs25 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.fixedAtMs !== undefined){
let data12 = data1.fixedAtMs;
const _errs27 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate46.errors = [{instancePath:instancePath+"/data/fixedAtMs",schemaPath:"#/properties/data/properties/fixedAtMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs27){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 9007199254740991 || isNaN(data12)){
validate46.errors = [{instancePath:instancePath+"/data/fixedAtMs",schemaPath:"#/properties/data/properties/fixedAtMs/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data12 < 0 || isNaN(data12)){
validate46.errors = [{instancePath:instancePath+"/data/fixedAtMs",schemaPath:"#/properties/data/properties/fixedAtMs/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs27 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.observations !== undefined){
let data13 = data1.observations;
const _errs29 = errors;
if(errors === _errs29){
if(Array.isArray(data13)){
if(data13.length > 64){
validate46.errors = [{instancePath:instancePath+"/data/observations",schemaPath:"#/properties/data/properties/observations/maxItems",keyword:"maxItems",params:{},message:"must NOT have more than 64 items"}];
return false;
}
else {
var valid3 = true;
const len1 = data13.length;
for(let i1=0; i1<len1; i1++){
let data14 = data13[i1];
const _errs31 = errors;
if(errors === _errs31){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
let missing2;
if(((((data14.index === undefined) && (missing2 = "index")) || ((data14.value === undefined) && (missing2 = "value"))) || ((data14.observedAtMs === undefined) && (missing2 = "observedAtMs"))) || ((data14.signature === undefined) && (missing2 = "signature"))){
validate46.errors = [{instancePath:instancePath+"/data/observations/" + i1,schemaPath:"#/properties/data/properties/observations/items/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs33 = errors;
for(const key2 in data14){
if(!((((key2 === "index") || (key2 === "value")) || (key2 === "observedAtMs")) || (key2 === "signature"))){
validate46.errors = [{instancePath:instancePath+"/data/observations/" + i1,schemaPath:"#/properties/data/properties/observations/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:""}];
return false;
break;
}
}
if(_errs33 === errors){
if(data14.index !== undefined){
let data15 = data14.index;
const _errs34 = errors;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
validate46.errors = [{instancePath:instancePath+"/data/observations/" + i1+"/index",schemaPath:"#/properties/data/properties/observations/items/properties/index/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs34){
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 63 || isNaN(data15)){
validate46.errors = [{instancePath:instancePath+"/data/observations/" + i1+"/index",schemaPath:"#/properties/data/properties/observations/items/properties/index/maximum",keyword:"maximum",params:{},message:"must be <= 63"}];
return false;
}
else {
if(data15 < 0 || isNaN(data15)){
validate46.errors = [{instancePath:instancePath+"/data/observations/" + i1+"/index",schemaPath:"#/properties/data/properties/observations/items/properties/index/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid4 = _errs34 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data14.value !== undefined){
let data16 = data14.value;
const _errs36 = errors;
if(errors === _errs36){
if(typeof data16 === "string"){
if(!pattern0.test(data16)){
validate46.errors = [{instancePath:instancePath+"/data/observations/" + i1+"/value",schemaPath:"#/properties/data/properties/observations/items/properties/value/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/observations/" + i1+"/value",schemaPath:"#/properties/data/properties/observations/items/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid4 = _errs36 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data14.observedAtMs !== undefined){
let data17 = data14.observedAtMs;
const _errs38 = errors;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
validate46.errors = [{instancePath:instancePath+"/data/observations/" + i1+"/observedAtMs",schemaPath:"#/properties/data/properties/observations/items/properties/observedAtMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs38){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 9007199254740991 || isNaN(data17)){
validate46.errors = [{instancePath:instancePath+"/data/observations/" + i1+"/observedAtMs",schemaPath:"#/properties/data/properties/observations/items/properties/observedAtMs/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data17 < 0 || isNaN(data17)){
validate46.errors = [{instancePath:instancePath+"/data/observations/" + i1+"/observedAtMs",schemaPath:"#/properties/data/properties/observations/items/properties/observedAtMs/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid4 = _errs38 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data14.signature !== undefined){
let data18 = data14.signature;
const _errs40 = errors;
if(errors === _errs40){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
let missing3;
if(((data18.s === undefined) && (missing3 = "s")) || ((data18.commitment === undefined) && (missing3 = "commitment"))){
validate46.errors = [{instancePath:instancePath+"/data/observations/" + i1+"/signature",schemaPath:"#/properties/data/properties/observations/items/properties/signature/required",keyword:"required",params:{missingProperty: missing3},message:""}];
return false;
}
else {
const _errs42 = errors;
for(const key3 in data18){
if(!((key3 === "s") || (key3 === "commitment"))){
validate46.errors = [{instancePath:instancePath+"/data/observations/" + i1+"/signature",schemaPath:"#/properties/data/properties/observations/items/properties/signature/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""}];
return false;
break;
}
}
if(_errs42 === errors){
if(data18.s !== undefined){
let data19 = data18.s;
const _errs43 = errors;
if(errors === _errs43){
if(typeof data19 === "string"){
if(!pattern0.test(data19)){
validate46.errors = [{instancePath:instancePath+"/data/observations/" + i1+"/signature/s",schemaPath:"#/properties/data/properties/observations/items/properties/signature/properties/s/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/observations/" + i1+"/signature/s",schemaPath:"#/properties/data/properties/observations/items/properties/signature/properties/s/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs43 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data18.commitment !== undefined){
let data20 = data18.commitment;
const _errs45 = errors;
if(errors === _errs45){
if(typeof data20 === "string"){
if(!pattern7.test(data20)){
validate46.errors = [{instancePath:instancePath+"/data/observations/" + i1+"/signature/commitment",schemaPath:"#/properties/data/properties/observations/items/properties/signature/properties/commitment/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/observations/" + i1+"/signature/commitment",schemaPath:"#/properties/data/properties/observations/items/properties/signature/properties/commitment/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid5 = _errs45 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/observations/" + i1+"/signature",schemaPath:"#/properties/data/properties/observations/items/properties/signature/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid4 = _errs40 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/observations/" + i1,schemaPath:"#/properties/data/properties/observations/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs31 === errors;
if(!valid3){
break;
}
}
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/observations",schemaPath:"#/properties/data/properties/observations/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs29 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.survivors !== undefined){
let data21 = data1.survivors;
const _errs47 = errors;
if(errors === _errs47){
if(Array.isArray(data21)){
if(data21.length > 64){
validate46.errors = [{instancePath:instancePath+"/data/survivors",schemaPath:"#/properties/data/properties/survivors/maxItems",keyword:"maxItems",params:{},message:"must NOT have more than 64 items"}];
return false;
}
else {
var valid6 = true;
const len2 = data21.length;
for(let i2=0; i2<len2; i2++){
let data22 = data21[i2];
const _errs49 = errors;
if(!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))){
validate46.errors = [{instancePath:instancePath+"/data/survivors/" + i2,schemaPath:"#/properties/data/properties/survivors/items/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs49){
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 > 63 || isNaN(data22)){
validate46.errors = [{instancePath:instancePath+"/data/survivors/" + i2,schemaPath:"#/properties/data/properties/survivors/items/maximum",keyword:"maximum",params:{},message:"must be <= 63"}];
return false;
}
else {
if(data22 < 0 || isNaN(data22)){
validate46.errors = [{instancePath:instancePath+"/data/survivors/" + i2,schemaPath:"#/properties/data/properties/survivors/items/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid6 = _errs49 === errors;
if(!valid6){
break;
}
}
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/survivors",schemaPath:"#/properties/data/properties/survivors/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs47 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.signers !== undefined){
let data23 = data1.signers;
const _errs51 = errors;
if(errors === _errs51){
if(Array.isArray(data23)){
if(data23.length > 64){
validate46.errors = [{instancePath:instancePath+"/data/signers",schemaPath:"#/properties/data/properties/signers/maxItems",keyword:"maxItems",params:{},message:"must NOT have more than 64 items"}];
return false;
}
else {
var valid7 = true;
const len3 = data23.length;
for(let i3=0; i3<len3; i3++){
let data24 = data23[i3];
const _errs53 = errors;
if(errors === _errs53){
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
let missing4;
if((((data24.index === undefined) && (missing4 = "index")) || ((data24.d === undefined) && (missing4 = "d"))) || ((data24.e === undefined) && (missing4 = "e"))){
validate46.errors = [{instancePath:instancePath+"/data/signers/" + i3,schemaPath:"#/properties/data/properties/signers/items/required",keyword:"required",params:{missingProperty: missing4},message:""}];
return false;
}
else {
const _errs55 = errors;
for(const key4 in data24){
if(!(((key4 === "index") || (key4 === "d")) || (key4 === "e"))){
validate46.errors = [{instancePath:instancePath+"/data/signers/" + i3,schemaPath:"#/properties/data/properties/signers/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:""}];
return false;
break;
}
}
if(_errs55 === errors){
if(data24.index !== undefined){
let data25 = data24.index;
const _errs56 = errors;
if(!(((typeof data25 == "number") && (!(data25 % 1) && !isNaN(data25))) && (isFinite(data25)))){
validate46.errors = [{instancePath:instancePath+"/data/signers/" + i3+"/index",schemaPath:"#/properties/data/properties/signers/items/properties/index/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs56){
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 > 63 || isNaN(data25)){
validate46.errors = [{instancePath:instancePath+"/data/signers/" + i3+"/index",schemaPath:"#/properties/data/properties/signers/items/properties/index/maximum",keyword:"maximum",params:{},message:"must be <= 63"}];
return false;
}
else {
if(data25 < 0 || isNaN(data25)){
validate46.errors = [{instancePath:instancePath+"/data/signers/" + i3+"/index",schemaPath:"#/properties/data/properties/signers/items/properties/index/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid8 = _errs56 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data24.d !== undefined){
let data26 = data24.d;
const _errs58 = errors;
if(errors === _errs58){
if(typeof data26 === "string"){
if(!pattern22.test(data26)){
validate46.errors = [{instancePath:instancePath+"/data/signers/" + i3+"/d",schemaPath:"#/properties/data/properties/signers/items/properties/d/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/signers/" + i3+"/d",schemaPath:"#/properties/data/properties/signers/items/properties/d/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid8 = _errs58 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data24.e !== undefined){
let data27 = data24.e;
const _errs60 = errors;
if(errors === _errs60){
if(typeof data27 === "string"){
if(!pattern22.test(data27)){
validate46.errors = [{instancePath:instancePath+"/data/signers/" + i3+"/e",schemaPath:"#/properties/data/properties/signers/items/properties/e/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/signers/" + i3+"/e",schemaPath:"#/properties/data/properties/signers/items/properties/e/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid8 = _errs60 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/signers/" + i3,schemaPath:"#/properties/data/properties/signers/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid7 = _errs53 === errors;
if(!valid7){
break;
}
}
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/signers",schemaPath:"#/properties/data/properties/signers/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs51 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.value !== undefined){
let data28 = data1.value;
const _errs62 = errors;
if(errors === _errs62){
if(typeof data28 === "string"){
if(!pattern0.test(data28)){
validate46.errors = [{instancePath:instancePath+"/data/value",schemaPath:"#/properties/data/properties/value/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/value",schemaPath:"#/properties/data/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs62 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.s !== undefined){
let data29 = data1.s;
const _errs64 = errors;
if(errors === _errs64){
if(typeof data29 === "string"){
if(!pattern0.test(data29)){
validate46.errors = [{instancePath:instancePath+"/data/s",schemaPath:"#/properties/data/properties/s/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/s",schemaPath:"#/properties/data/properties/s/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs64 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.commitment !== undefined){
let data30 = data1.commitment;
const _errs66 = errors;
if(errors === _errs66){
if(typeof data30 === "string"){
if(!pattern7.test(data30)){
validate46.errors = [{instancePath:instancePath+"/data/commitment",schemaPath:"#/properties/data/properties/commitment/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data/commitment",schemaPath:"#/properties/data/properties/commitment/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs66 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate46.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate46.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate46.errors = vErrors;
return errors === 0;
}

export const getFeedRounds200 = validate47;
const schema48 = {"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"ok","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["feedId","rounds","next"],"properties":{"feedId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"rounds":{"type":"array","items":{"additionalProperties":false,"type":"object","required":["roundId","path","state","createdAt"],"properties":{"roundId":{"pattern":"^[1-9A-HJ-NP-Za-km-z]{16,44}$","type":"string"},"path":{"enum":["subscription","agent","x402"]},"state":{"enum":["reserved","pending","settled","failed","expired","lapsed","signed","settling","payment_unknown","paid","unpaid"]},"createdAt":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"timestamp":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"value":{"pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$","type":"string"},"signers":{"minimum":1,"maximum":255,"type":"integer"},"settlement":{"additionalProperties":false,"type":"object","required":["signature","slot","final"],"properties":{"signature":{"type":["string","null"]},"slot":{"type":["integer","null"]},"final":{"type":"boolean"}}},"private":{"const":true,"type":"boolean"}}}},"next":{"type":["string","null"]}}}}};

function validate47(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.status === undefined) && (missing0 = "status")) || ((data.data === undefined) && (missing0 = "data"))){
validate47.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "status") || (key0 === "data"))){
validate47.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate47.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("ok" !== data0){
validate47.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((((data1.feedId === undefined) && (missing1 = "feedId")) || ((data1.rounds === undefined) && (missing1 = "rounds"))) || ((data1.next === undefined) && (missing1 = "next"))){
validate47.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs6 = errors;
for(const key1 in data1){
if(!(((key1 === "feedId") || (key1 === "rounds")) || (key1 === "next"))){
validate47.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs6 === errors){
if(data1.feedId !== undefined){
let data2 = data1.feedId;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
validate47.errors = [{instancePath:instancePath+"/data/feedId",schemaPath:"#/properties/data/properties/feedId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate47.errors = [{instancePath:instancePath+"/data/feedId",schemaPath:"#/properties/data/properties/feedId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.rounds !== undefined){
let data3 = data1.rounds;
const _errs9 = errors;
if(errors === _errs9){
if(Array.isArray(data3)){
var valid2 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs11 = errors;
if(errors === _errs11){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing2;
if(((((data4.roundId === undefined) && (missing2 = "roundId")) || ((data4.path === undefined) && (missing2 = "path"))) || ((data4.state === undefined) && (missing2 = "state"))) || ((data4.createdAt === undefined) && (missing2 = "createdAt"))){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0,schemaPath:"#/properties/data/properties/rounds/items/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs13 = errors;
for(const key2 in data4){
if(!(func2.call(schema48.properties.data.properties.rounds.items.properties, key2))){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0,schemaPath:"#/properties/data/properties/rounds/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:""}];
return false;
break;
}
}
if(_errs13 === errors){
if(data4.roundId !== undefined){
let data5 = data4.roundId;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data5 === "string"){
if(!pattern93.test(data5)){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/roundId",schemaPath:"#/properties/data/properties/rounds/items/properties/roundId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/roundId",schemaPath:"#/properties/data/properties/rounds/items/properties/roundId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs14 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data4.path !== undefined){
let data6 = data4.path;
const _errs16 = errors;
if(!(((data6 === "subscription") || (data6 === "agent")) || (data6 === "x402"))){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/path",schemaPath:"#/properties/data/properties/rounds/items/properties/path/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid3 = _errs16 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data4.state !== undefined){
let data7 = data4.state;
const _errs17 = errors;
if(!(((((((((((data7 === "reserved") || (data7 === "pending")) || (data7 === "settled")) || (data7 === "failed")) || (data7 === "expired")) || (data7 === "lapsed")) || (data7 === "signed")) || (data7 === "settling")) || (data7 === "payment_unknown")) || (data7 === "paid")) || (data7 === "unpaid"))){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/state",schemaPath:"#/properties/data/properties/rounds/items/properties/state/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid3 = _errs17 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data4.createdAt !== undefined){
let data8 = data4.createdAt;
const _errs18 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/createdAt",schemaPath:"#/properties/data/properties/rounds/items/properties/createdAt/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs18){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 9007199254740991 || isNaN(data8)){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/createdAt",schemaPath:"#/properties/data/properties/rounds/items/properties/createdAt/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data8 < 0 || isNaN(data8)){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/createdAt",schemaPath:"#/properties/data/properties/rounds/items/properties/createdAt/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid3 = _errs18 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data4.timestamp !== undefined){
let data9 = data4.timestamp;
const _errs20 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/timestamp",schemaPath:"#/properties/data/properties/rounds/items/properties/timestamp/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs20){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 9007199254740991 || isNaN(data9)){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/timestamp",schemaPath:"#/properties/data/properties/rounds/items/properties/timestamp/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data9 < 0 || isNaN(data9)){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/timestamp",schemaPath:"#/properties/data/properties/rounds/items/properties/timestamp/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid3 = _errs20 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data4.value !== undefined){
let data10 = data4.value;
const _errs22 = errors;
if(errors === _errs22){
if(typeof data10 === "string"){
if(!pattern1.test(data10)){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/value",schemaPath:"#/properties/data/properties/rounds/items/properties/value/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/value",schemaPath:"#/properties/data/properties/rounds/items/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs22 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data4.signers !== undefined){
let data11 = data4.signers;
const _errs24 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/signers",schemaPath:"#/properties/data/properties/rounds/items/properties/signers/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs24){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 255 || isNaN(data11)){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/signers",schemaPath:"#/properties/data/properties/rounds/items/properties/signers/maximum",keyword:"maximum",params:{},message:"must be <= 255"}];
return false;
}
else {
if(data11 < 1 || isNaN(data11)){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/signers",schemaPath:"#/properties/data/properties/rounds/items/properties/signers/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid3 = _errs24 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data4.settlement !== undefined){
let data12 = data4.settlement;
const _errs26 = errors;
if(errors === _errs26){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing3;
if((((data12.signature === undefined) && (missing3 = "signature")) || ((data12.slot === undefined) && (missing3 = "slot"))) || ((data12.final === undefined) && (missing3 = "final"))){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/settlement",schemaPath:"#/properties/data/properties/rounds/items/properties/settlement/required",keyword:"required",params:{missingProperty: missing3},message:""}];
return false;
}
else {
const _errs28 = errors;
for(const key3 in data12){
if(!(((key3 === "signature") || (key3 === "slot")) || (key3 === "final"))){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/settlement",schemaPath:"#/properties/data/properties/rounds/items/properties/settlement/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""}];
return false;
break;
}
}
if(_errs28 === errors){
if(data12.signature !== undefined){
let data13 = data12.signature;
const _errs29 = errors;
if((typeof data13 !== "string") && (data13 !== null)){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/settlement/signature",schemaPath:"#/properties/data/properties/rounds/items/properties/settlement/properties/signature/type",keyword:"type",params:{type: schema48.properties.data.properties.rounds.items.properties.settlement.properties.signature.type},message:"must be string,null"}];
return false;
}
var valid4 = _errs29 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.slot !== undefined){
let data14 = data12.slot;
const _errs31 = errors;
if((!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))) && (data14 !== null)){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/settlement/slot",schemaPath:"#/properties/data/properties/rounds/items/properties/settlement/properties/slot/type",keyword:"type",params:{type: schema48.properties.data.properties.rounds.items.properties.settlement.properties.slot.type},message:"must be integer,null"}];
return false;
}
var valid4 = _errs31 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.final !== undefined){
const _errs33 = errors;
if(typeof data12.final !== "boolean"){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/settlement/final",schemaPath:"#/properties/data/properties/rounds/items/properties/settlement/properties/final/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid4 = _errs33 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
else {
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/settlement",schemaPath:"#/properties/data/properties/rounds/items/properties/settlement/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs26 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data4.private !== undefined){
let data16 = data4.private;
const _errs35 = errors;
if(typeof data16 !== "boolean"){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/private",schemaPath:"#/properties/data/properties/rounds/items/properties/private/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
if(true !== data16){
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0+"/private",schemaPath:"#/properties/data/properties/rounds/items/properties/private/const",keyword:"const",params:{},message:""}];
return false;
}
var valid3 = _errs35 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate47.errors = [{instancePath:instancePath+"/data/rounds/" + i0,schemaPath:"#/properties/data/properties/rounds/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs11 === errors;
if(!valid2){
break;
}
}
}
else {
validate47.errors = [{instancePath:instancePath+"/data/rounds",schemaPath:"#/properties/data/properties/rounds/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.next !== undefined){
let data17 = data1.next;
const _errs37 = errors;
if((typeof data17 !== "string") && (data17 !== null)){
validate47.errors = [{instancePath:instancePath+"/data/next",schemaPath:"#/properties/data/properties/next/type",keyword:"type",params:{type: schema48.properties.data.properties.next.type},message:"must be string,null"}];
return false;
}
var valid1 = _errs37 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
else {
validate47.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate47.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate47.errors = vErrors;
return errors === 0;
}

export const simulate200 = validate48;
const schema49 = {"additionalProperties":false,"type":"object","required":["status","data"],"properties":{"status":{"const":"ok","type":"string"},"data":{"additionalProperties":false,"type":"object","required":["sourceId","mode","decimals","signaturesRequired","registryVersion","wouldSign","nodes","prices"],"properties":{"sourceId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"canonicalSourceId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"feedId":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"mode":{"enum":["exact","tolerance"]},"decimals":{"minimum":0,"maximum":36,"type":"integer"},"signaturesRequired":{"minimum":1,"maximum":255,"type":"integer"},"registryVersion":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"wouldSign":{"additionalProperties":false,"type":["object","null"],"required":["value","valuePacked","quorum"],"properties":{"value":{"pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$","type":"string"},"valuePacked":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"quorum":{"minimum":1,"maximum":255,"type":"integer"}}},"reason":{"additionalProperties":false,"type":"object","required":["code","detail"],"properties":{"code":{"pattern":"^[a-z][a-z0-9_]*$","type":"string"},"detail":{"type":"string"}}},"nodes":{"maxItems":64,"type":"array","items":{"anyOf":[{"additionalProperties":false,"type":"object","required":["nodeIndex","latencyMs","value","valuePacked","observedAtMs"],"properties":{"nodeIndex":{"minimum":0,"maximum":63,"type":"integer"},"latencyMs":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"value":{"pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$","type":"string"},"valuePacked":{"pattern":"^0x[0-9a-f]{64}$","type":"string"},"observedAtMs":{"minimum":0,"maximum":9007199254740991,"type":"integer"}}},{"additionalProperties":false,"type":"object","required":["nodeIndex","latencyMs","error"],"properties":{"nodeIndex":{"minimum":0,"maximum":63,"type":"integer"},"latencyMs":{"minimum":0,"maximum":9007199254740991,"type":"integer"},"error":{"additionalProperties":false,"type":"object","required":["code","detail"],"properties":{"code":{"pattern":"^[a-z][a-z0-9_]*$","type":"string"},"detail":{"type":"string"},"step":{"enum":["fetch","select","transform","pack"]},"rule":{"pattern":"^[a-z][a-z0-9_]*$","type":"string"},"matched":{"maxLength":512,"type":"string"},"upstreamStatus":{"minimum":100,"maximum":599,"type":"integer"}}}}}]}},"prices":{"additionalProperties":false,"type":"object","properties":{"subscription":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"agent":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"},"x402":{"pattern":"^(0|[1-9][0-9]{0,19})$","type":"string"}}}}}}};

function validate48(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.status === undefined) && (missing0 = "status")) || ((data.data === undefined) && (missing0 = "data"))){
validate48.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:""}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "status") || (key0 === "data"))){
validate48.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:""}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(typeof data0 !== "string"){
validate48.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if("ok" !== data0){
validate48.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{},message:""}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.data !== undefined){
let data1 = data.data;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((((((((data1.sourceId === undefined) && (missing1 = "sourceId")) || ((data1.mode === undefined) && (missing1 = "mode"))) || ((data1.decimals === undefined) && (missing1 = "decimals"))) || ((data1.signaturesRequired === undefined) && (missing1 = "signaturesRequired"))) || ((data1.registryVersion === undefined) && (missing1 = "registryVersion"))) || ((data1.wouldSign === undefined) && (missing1 = "wouldSign"))) || ((data1.nodes === undefined) && (missing1 = "nodes"))) || ((data1.prices === undefined) && (missing1 = "prices"))){
validate48.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: missing1},message:""}];
return false;
}
else {
const _errs6 = errors;
for(const key1 in data1){
if(!(func2.call(schema49.properties.data.properties, key1))){
validate48.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:""}];
return false;
break;
}
}
if(_errs6 === errors){
if(data1.sourceId !== undefined){
let data2 = data1.sourceId;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
validate48.errors = [{instancePath:instancePath+"/data/sourceId",schemaPath:"#/properties/data/properties/sourceId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate48.errors = [{instancePath:instancePath+"/data/sourceId",schemaPath:"#/properties/data/properties/sourceId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.canonicalSourceId !== undefined){
let data3 = data1.canonicalSourceId;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
validate48.errors = [{instancePath:instancePath+"/data/canonicalSourceId",schemaPath:"#/properties/data/properties/canonicalSourceId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate48.errors = [{instancePath:instancePath+"/data/canonicalSourceId",schemaPath:"#/properties/data/properties/canonicalSourceId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.feedId !== undefined){
let data4 = data1.feedId;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
validate48.errors = [{instancePath:instancePath+"/data/feedId",schemaPath:"#/properties/data/properties/feedId/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate48.errors = [{instancePath:instancePath+"/data/feedId",schemaPath:"#/properties/data/properties/feedId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.mode !== undefined){
let data5 = data1.mode;
const _errs13 = errors;
if(!((data5 === "exact") || (data5 === "tolerance"))){
validate48.errors = [{instancePath:instancePath+"/data/mode",schemaPath:"#/properties/data/properties/mode/enum",keyword:"enum",params:{},message:""}];
return false;
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.decimals !== undefined){
let data6 = data1.decimals;
const _errs14 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate48.errors = [{instancePath:instancePath+"/data/decimals",schemaPath:"#/properties/data/properties/decimals/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs14){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 36 || isNaN(data6)){
validate48.errors = [{instancePath:instancePath+"/data/decimals",schemaPath:"#/properties/data/properties/decimals/maximum",keyword:"maximum",params:{},message:"must be <= 36"}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate48.errors = [{instancePath:instancePath+"/data/decimals",schemaPath:"#/properties/data/properties/decimals/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.signaturesRequired !== undefined){
let data7 = data1.signaturesRequired;
const _errs16 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate48.errors = [{instancePath:instancePath+"/data/signaturesRequired",schemaPath:"#/properties/data/properties/signaturesRequired/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs16){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 255 || isNaN(data7)){
validate48.errors = [{instancePath:instancePath+"/data/signaturesRequired",schemaPath:"#/properties/data/properties/signaturesRequired/maximum",keyword:"maximum",params:{},message:"must be <= 255"}];
return false;
}
else {
if(data7 < 1 || isNaN(data7)){
validate48.errors = [{instancePath:instancePath+"/data/signaturesRequired",schemaPath:"#/properties/data/properties/signaturesRequired/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid1 = _errs16 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.registryVersion !== undefined){
let data8 = data1.registryVersion;
const _errs18 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate48.errors = [{instancePath:instancePath+"/data/registryVersion",schemaPath:"#/properties/data/properties/registryVersion/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs18){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 9007199254740991 || isNaN(data8)){
validate48.errors = [{instancePath:instancePath+"/data/registryVersion",schemaPath:"#/properties/data/properties/registryVersion/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"}];
return false;
}
else {
if(data8 < 0 || isNaN(data8)){
validate48.errors = [{instancePath:instancePath+"/data/registryVersion",schemaPath:"#/properties/data/properties/registryVersion/minimum",keyword:"minimum",params:{},message:"must be >= 0"}];
return false;
}
}
}
}
var valid1 = _errs18 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.wouldSign !== undefined){
let data9 = data1.wouldSign;
const _errs20 = errors;
if((!(data9 && typeof data9 == "object" && !Array.isArray(data9))) && (data9 !== null)){
validate48.errors = [{instancePath:instancePath+"/data/wouldSign",schemaPath:"#/properties/data/properties/wouldSign/type",keyword:"type",params:{type: schema49.properties.data.properties.wouldSign.type},message:"must be object,null"}];
return false;
}
if(errors === _errs20){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing2;
if((((data9.value === undefined) && (missing2 = "value")) || ((data9.valuePacked === undefined) && (missing2 = "valuePacked"))) || ((data9.quorum === undefined) && (missing2 = "quorum"))){
validate48.errors = [{instancePath:instancePath+"/data/wouldSign",schemaPath:"#/properties/data/properties/wouldSign/required",keyword:"required",params:{missingProperty: missing2},message:""}];
return false;
}
else {
const _errs22 = errors;
for(const key2 in data9){
if(!(((key2 === "value") || (key2 === "valuePacked")) || (key2 === "quorum"))){
validate48.errors = [{instancePath:instancePath+"/data/wouldSign",schemaPath:"#/properties/data/properties/wouldSign/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:""}];
return false;
break;
}
}
if(_errs22 === errors){
if(data9.value !== undefined){
let data10 = data9.value;
const _errs23 = errors;
if(errors === _errs23){
if(typeof data10 === "string"){
if(!pattern1.test(data10)){
validate48.errors = [{instancePath:instancePath+"/data/wouldSign/value",schemaPath:"#/properties/data/properties/wouldSign/properties/value/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate48.errors = [{instancePath:instancePath+"/data/wouldSign/value",schemaPath:"#/properties/data/properties/wouldSign/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs23 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data9.valuePacked !== undefined){
let data11 = data9.valuePacked;
const _errs25 = errors;
if(errors === _errs25){
if(typeof data11 === "string"){
if(!pattern0.test(data11)){
validate48.errors = [{instancePath:instancePath+"/data/wouldSign/valuePacked",schemaPath:"#/properties/data/properties/wouldSign/properties/valuePacked/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate48.errors = [{instancePath:instancePath+"/data/wouldSign/valuePacked",schemaPath:"#/properties/data/properties/wouldSign/properties/valuePacked/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs25 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data9.quorum !== undefined){
let data12 = data9.quorum;
const _errs27 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate48.errors = [{instancePath:instancePath+"/data/wouldSign/quorum",schemaPath:"#/properties/data/properties/wouldSign/properties/quorum/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs27){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 255 || isNaN(data12)){
validate48.errors = [{instancePath:instancePath+"/data/wouldSign/quorum",schemaPath:"#/properties/data/properties/wouldSign/properties/quorum/maximum",keyword:"maximum",params:{},message:"must be <= 255"}];
return false;
}
else {
if(data12 < 1 || isNaN(data12)){
validate48.errors = [{instancePath:instancePath+"/data/wouldSign/quorum",schemaPath:"#/properties/data/properties/wouldSign/properties/quorum/minimum",keyword:"minimum",params:{},message:"must be >= 1"}];
return false;
}
}
}
}
var valid2 = _errs27 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
var valid1 = _errs20 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.reason !== undefined){
let data13 = data1.reason;
const _errs29 = errors;
if(errors === _errs29){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
let missing3;
if(((data13.code === undefined) && (missing3 = "code")) || ((data13.detail === undefined) && (missing3 = "detail"))){
validate48.errors = [{instancePath:instancePath+"/data/reason",schemaPath:"#/properties/data/properties/reason/required",keyword:"required",params:{missingProperty: missing3},message:""}];
return false;
}
else {
const _errs31 = errors;
for(const key3 in data13){
if(!((key3 === "code") || (key3 === "detail"))){
validate48.errors = [{instancePath:instancePath+"/data/reason",schemaPath:"#/properties/data/properties/reason/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:""}];
return false;
break;
}
}
if(_errs31 === errors){
if(data13.code !== undefined){
let data14 = data13.code;
const _errs32 = errors;
if(errors === _errs32){
if(typeof data14 === "string"){
if(!pattern75.test(data14)){
validate48.errors = [{instancePath:instancePath+"/data/reason/code",schemaPath:"#/properties/data/properties/reason/properties/code/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate48.errors = [{instancePath:instancePath+"/data/reason/code",schemaPath:"#/properties/data/properties/reason/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs32 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.detail !== undefined){
const _errs34 = errors;
if(typeof data13.detail !== "string"){
validate48.errors = [{instancePath:instancePath+"/data/reason/detail",schemaPath:"#/properties/data/properties/reason/properties/detail/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs34 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
else {
validate48.errors = [{instancePath:instancePath+"/data/reason",schemaPath:"#/properties/data/properties/reason/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs29 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.nodes !== undefined){
let data16 = data1.nodes;
const _errs36 = errors;
if(errors === _errs36){
if(Array.isArray(data16)){
if(data16.length > 64){
validate48.errors = [{instancePath:instancePath+"/data/nodes",schemaPath:"#/properties/data/properties/nodes/maxItems",keyword:"maxItems",params:{},message:"must NOT have more than 64 items"}];
return false;
}
else {
var valid4 = true;
const len0 = data16.length;
for(let i0=0; i0<len0; i0++){
let data17 = data16[i0];
const _errs38 = errors;
const _errs39 = errors;
let valid5 = false;
const _errs40 = errors;
if(errors === _errs40){
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
let missing4;
if((((((data17.nodeIndex === undefined) && (missing4 = "nodeIndex")) || ((data17.latencyMs === undefined) && (missing4 = "latencyMs"))) || ((data17.value === undefined) && (missing4 = "value"))) || ((data17.valuePacked === undefined) && (missing4 = "valuePacked"))) || ((data17.observedAtMs === undefined) && (missing4 = "observedAtMs"))){
const err0 = {instancePath:instancePath+"/data/nodes/" + i0,schemaPath:"#/properties/data/properties/nodes/items/anyOf/0/required",keyword:"required",params:{missingProperty: missing4},message:""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
const _errs42 = errors;
for(const key4 in data17){
if(!(((((key4 === "nodeIndex") || (key4 === "latencyMs")) || (key4 === "value")) || (key4 === "valuePacked")) || (key4 === "observedAtMs"))){
const err1 = {instancePath:instancePath+"/data/nodes/" + i0,schemaPath:"#/properties/data/properties/nodes/items/anyOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
break;
}
}
if(_errs42 === errors){
if(data17.nodeIndex !== undefined){
let data18 = data17.nodeIndex;
const _errs43 = errors;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
const err2 = {instancePath:instancePath+"/data/nodes/" + i0+"/nodeIndex",schemaPath:"#/properties/data/properties/nodes/items/anyOf/0/properties/nodeIndex/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(errors === _errs43){
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 > 63 || isNaN(data18)){
const err3 = {instancePath:instancePath+"/data/nodes/" + i0+"/nodeIndex",schemaPath:"#/properties/data/properties/nodes/items/anyOf/0/properties/nodeIndex/maximum",keyword:"maximum",params:{},message:"must be <= 63"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
else {
if(data18 < 0 || isNaN(data18)){
const err4 = {instancePath:instancePath+"/data/nodes/" + i0+"/nodeIndex",schemaPath:"#/properties/data/properties/nodes/items/anyOf/0/properties/nodeIndex/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
}
var valid6 = _errs43 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data17.latencyMs !== undefined){
let data19 = data17.latencyMs;
const _errs45 = errors;
if(!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))){
const err5 = {instancePath:instancePath+"/data/nodes/" + i0+"/latencyMs",schemaPath:"#/properties/data/properties/nodes/items/anyOf/0/properties/latencyMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(errors === _errs45){
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 > 9007199254740991 || isNaN(data19)){
const err6 = {instancePath:instancePath+"/data/nodes/" + i0+"/latencyMs",schemaPath:"#/properties/data/properties/nodes/items/anyOf/0/properties/latencyMs/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
else {
if(data19 < 0 || isNaN(data19)){
const err7 = {instancePath:instancePath+"/data/nodes/" + i0+"/latencyMs",schemaPath:"#/properties/data/properties/nodes/items/anyOf/0/properties/latencyMs/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
}
var valid6 = _errs45 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data17.value !== undefined){
let data20 = data17.value;
const _errs47 = errors;
if(errors === _errs47){
if(typeof data20 === "string"){
if(!pattern1.test(data20)){
const err8 = {instancePath:instancePath+"/data/nodes/" + i0+"/value",schemaPath:"#/properties/data/properties/nodes/items/anyOf/0/properties/value/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/data/nodes/" + i0+"/value",schemaPath:"#/properties/data/properties/nodes/items/anyOf/0/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
var valid6 = _errs47 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data17.valuePacked !== undefined){
let data21 = data17.valuePacked;
const _errs49 = errors;
if(errors === _errs49){
if(typeof data21 === "string"){
if(!pattern0.test(data21)){
const err10 = {instancePath:instancePath+"/data/nodes/" + i0+"/valuePacked",schemaPath:"#/properties/data/properties/nodes/items/anyOf/0/properties/valuePacked/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/data/nodes/" + i0+"/valuePacked",schemaPath:"#/properties/data/properties/nodes/items/anyOf/0/properties/valuePacked/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
var valid6 = _errs49 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data17.observedAtMs !== undefined){
let data22 = data17.observedAtMs;
const _errs51 = errors;
if(!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))){
const err12 = {instancePath:instancePath+"/data/nodes/" + i0+"/observedAtMs",schemaPath:"#/properties/data/properties/nodes/items/anyOf/0/properties/observedAtMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(errors === _errs51){
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 > 9007199254740991 || isNaN(data22)){
const err13 = {instancePath:instancePath+"/data/nodes/" + i0+"/observedAtMs",schemaPath:"#/properties/data/properties/nodes/items/anyOf/0/properties/observedAtMs/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
else {
if(data22 < 0 || isNaN(data22)){
const err14 = {instancePath:instancePath+"/data/nodes/" + i0+"/observedAtMs",schemaPath:"#/properties/data/properties/nodes/items/anyOf/0/properties/observedAtMs/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
}
var valid6 = _errs51 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
}
}
}
else {
const err15 = {instancePath:instancePath+"/data/nodes/" + i0,schemaPath:"#/properties/data/properties/nodes/items/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
var _valid0 = _errs40 === errors;
valid5 = valid5 || _valid0;
if(!valid5){
const _errs53 = errors;
if(errors === _errs53){
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
let missing5;
if((((data17.nodeIndex === undefined) && (missing5 = "nodeIndex")) || ((data17.latencyMs === undefined) && (missing5 = "latencyMs"))) || ((data17.error === undefined) && (missing5 = "error"))){
const err16 = {instancePath:instancePath+"/data/nodes/" + i0,schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/required",keyword:"required",params:{missingProperty: missing5},message:""};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
else {
const _errs55 = errors;
for(const key5 in data17){
if(!(((key5 === "nodeIndex") || (key5 === "latencyMs")) || (key5 === "error"))){
const err17 = {instancePath:instancePath+"/data/nodes/" + i0,schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:""};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
break;
}
}
if(_errs55 === errors){
if(data17.nodeIndex !== undefined){
let data23 = data17.nodeIndex;
const _errs56 = errors;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
const err18 = {instancePath:instancePath+"/data/nodes/" + i0+"/nodeIndex",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/nodeIndex/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(errors === _errs56){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 63 || isNaN(data23)){
const err19 = {instancePath:instancePath+"/data/nodes/" + i0+"/nodeIndex",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/nodeIndex/maximum",keyword:"maximum",params:{},message:"must be <= 63"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
else {
if(data23 < 0 || isNaN(data23)){
const err20 = {instancePath:instancePath+"/data/nodes/" + i0+"/nodeIndex",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/nodeIndex/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
}
var valid7 = _errs56 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data17.latencyMs !== undefined){
let data24 = data17.latencyMs;
const _errs58 = errors;
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
const err21 = {instancePath:instancePath+"/data/nodes/" + i0+"/latencyMs",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/latencyMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(errors === _errs58){
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 > 9007199254740991 || isNaN(data24)){
const err22 = {instancePath:instancePath+"/data/nodes/" + i0+"/latencyMs",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/latencyMs/maximum",keyword:"maximum",params:{},message:"must be <= 9007199254740991"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
else {
if(data24 < 0 || isNaN(data24)){
const err23 = {instancePath:instancePath+"/data/nodes/" + i0+"/latencyMs",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/latencyMs/minimum",keyword:"minimum",params:{},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
}
var valid7 = _errs58 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data17.error !== undefined){
let data25 = data17.error;
const _errs60 = errors;
if(errors === _errs60){
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
let missing6;
if(((data25.code === undefined) && (missing6 = "code")) || ((data25.detail === undefined) && (missing6 = "detail"))){
const err24 = {instancePath:instancePath+"/data/nodes/" + i0+"/error",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/error/required",keyword:"required",params:{missingProperty: missing6},message:""};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
else {
const _errs62 = errors;
for(const key6 in data25){
if(!((((((key6 === "code") || (key6 === "detail")) || (key6 === "step")) || (key6 === "rule")) || (key6 === "matched")) || (key6 === "upstreamStatus"))){
const err25 = {instancePath:instancePath+"/data/nodes/" + i0+"/error",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:""};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
break;
}
}
if(_errs62 === errors){
if(data25.code !== undefined){
let data26 = data25.code;
const _errs63 = errors;
if(errors === _errs63){
if(typeof data26 === "string"){
if(!pattern75.test(data26)){
const err26 = {instancePath:instancePath+"/data/nodes/" + i0+"/error/code",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/error/properties/code/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/data/nodes/" + i0+"/error/code",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/error/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
var valid8 = _errs63 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data25.detail !== undefined){
const _errs65 = errors;
if(typeof data25.detail !== "string"){
const err28 = {instancePath:instancePath+"/data/nodes/" + i0+"/error/detail",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/error/properties/detail/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
var valid8 = _errs65 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data25.step !== undefined){
let data28 = data25.step;
const _errs67 = errors;
if(!((((data28 === "fetch") || (data28 === "select")) || (data28 === "transform")) || (data28 === "pack"))){
const err29 = {instancePath:instancePath+"/data/nodes/" + i0+"/error/step",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/error/properties/step/enum",keyword:"enum",params:{},message:""};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
var valid8 = _errs67 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data25.rule !== undefined){
let data29 = data25.rule;
const _errs68 = errors;
if(errors === _errs68){
if(typeof data29 === "string"){
if(!pattern75.test(data29)){
const err30 = {instancePath:instancePath+"/data/nodes/" + i0+"/error/rule",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/error/properties/rule/pattern",keyword:"pattern",params:{},message:""};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/data/nodes/" + i0+"/error/rule",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/error/properties/rule/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
var valid8 = _errs68 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data25.matched !== undefined){
let data30 = data25.matched;
const _errs70 = errors;
if(errors === _errs70){
if(typeof data30 === "string"){
if(func5(data30) > 512){
const err32 = {instancePath:instancePath+"/data/nodes/" + i0+"/error/matched",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/error/properties/matched/maxLength",keyword:"maxLength",params:{},message:"must NOT have more than 512 characters"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/data/nodes/" + i0+"/error/matched",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/error/properties/matched/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
var valid8 = _errs70 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data25.upstreamStatus !== undefined){
let data31 = data25.upstreamStatus;
const _errs72 = errors;
if(!(((typeof data31 == "number") && (!(data31 % 1) && !isNaN(data31))) && (isFinite(data31)))){
const err34 = {instancePath:instancePath+"/data/nodes/" + i0+"/error/upstreamStatus",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/error/properties/upstreamStatus/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(errors === _errs72){
if((typeof data31 == "number") && (isFinite(data31))){
if(data31 > 599 || isNaN(data31)){
const err35 = {instancePath:instancePath+"/data/nodes/" + i0+"/error/upstreamStatus",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/error/properties/upstreamStatus/maximum",keyword:"maximum",params:{},message:"must be <= 599"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
else {
if(data31 < 100 || isNaN(data31)){
const err36 = {instancePath:instancePath+"/data/nodes/" + i0+"/error/upstreamStatus",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/error/properties/upstreamStatus/minimum",keyword:"minimum",params:{},message:"must be >= 100"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
}
var valid8 = _errs72 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
}
}
}
}
else {
const err37 = {instancePath:instancePath+"/data/nodes/" + i0+"/error",schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/properties/error/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
var valid7 = _errs60 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
}
else {
const err38 = {instancePath:instancePath+"/data/nodes/" + i0,schemaPath:"#/properties/data/properties/nodes/items/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
var _valid0 = _errs53 === errors;
valid5 = valid5 || _valid0;
}
if(!valid5){
const err39 = {instancePath:instancePath+"/data/nodes/" + i0,schemaPath:"#/properties/data/properties/nodes/items/anyOf",keyword:"anyOf",params:{},message:""};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
validate48.errors = vErrors;
return false;
}
else {
errors = _errs39;
if(vErrors !== null){
if(_errs39){
vErrors.length = _errs39;
}
else {
vErrors = null;
}
}
}
var valid4 = _errs38 === errors;
if(!valid4){
break;
}
}
}
}
else {
validate48.errors = [{instancePath:instancePath+"/data/nodes",schemaPath:"#/properties/data/properties/nodes/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs36 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.prices !== undefined){
let data32 = data1.prices;
const _errs74 = errors;
if(errors === _errs74){
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
const _errs76 = errors;
for(const key7 in data32){
if(!(((key7 === "subscription") || (key7 === "agent")) || (key7 === "x402"))){
validate48.errors = [{instancePath:instancePath+"/data/prices",schemaPath:"#/properties/data/properties/prices/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:""}];
return false;
break;
}
}
if(_errs76 === errors){
if(data32.subscription !== undefined){
let data33 = data32.subscription;
const _errs77 = errors;
if(errors === _errs77){
if(typeof data33 === "string"){
if(!pattern83.test(data33)){
validate48.errors = [{instancePath:instancePath+"/data/prices/subscription",schemaPath:"#/properties/data/properties/prices/properties/subscription/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate48.errors = [{instancePath:instancePath+"/data/prices/subscription",schemaPath:"#/properties/data/properties/prices/properties/subscription/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid9 = _errs77 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data32.agent !== undefined){
let data34 = data32.agent;
const _errs79 = errors;
if(errors === _errs79){
if(typeof data34 === "string"){
if(!pattern83.test(data34)){
validate48.errors = [{instancePath:instancePath+"/data/prices/agent",schemaPath:"#/properties/data/properties/prices/properties/agent/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate48.errors = [{instancePath:instancePath+"/data/prices/agent",schemaPath:"#/properties/data/properties/prices/properties/agent/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid9 = _errs79 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data32.x402 !== undefined){
let data35 = data32.x402;
const _errs81 = errors;
if(errors === _errs81){
if(typeof data35 === "string"){
if(!pattern83.test(data35)){
validate48.errors = [{instancePath:instancePath+"/data/prices/x402",schemaPath:"#/properties/data/properties/prices/properties/x402/pattern",keyword:"pattern",params:{},message:""}];
return false;
}
}
else {
validate48.errors = [{instancePath:instancePath+"/data/prices/x402",schemaPath:"#/properties/data/properties/prices/properties/x402/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid9 = _errs81 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
else {
validate48.errors = [{instancePath:instancePath+"/data/prices",schemaPath:"#/properties/data/properties/prices/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs74 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate48.errors = [{instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate48.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate48.errors = vErrors;
return errors === 0;
}

export const getFeedRoundsQuery = getAgentRoundsQuery;
export const executeRound200 = flatRoundResult;
export const executeRound401 = executeRound400;
export const executeRound403 = executeRound400;
export const executeRound409 = executeRound400;
export const executeRound413 = executeRound400;
export const executeRound429 = executeRound400;
export const executeRound500 = executeRound400;
export const executeRound503 = executeRound400;
export const getSubscriptionStatus400 = executeRound400;
export const getSubscriptionStatus429 = executeRound400;
export const getSubscriptionStatus500 = executeRound400;
export const getSubscriptionStatus503 = executeRound400;
export const getSubscriptionRounds400 = executeRound400;
export const getSubscriptionRounds429 = executeRound400;
export const getSubscriptionRounds500 = executeRound400;
export const getSubscriptionRounds503 = executeRound400;
export const executeAgentRound200 = flatRoundResult;
export const executeAgentRound400 = executeRound400;
export const executeAgentRound401 = executeRound400;
export const executeAgentRound403 = executeRound400;
export const executeAgentRound404 = executeRound400;
export const executeAgentRound409 = executeRound400;
export const executeAgentRound413 = executeRound400;
export const executeAgentRound429 = executeRound400;
export const executeAgentRound500 = executeRound400;
export const executeAgentRound503 = executeRound400;
export const getAgentStatus400 = executeRound400;
export const getAgentStatus404 = executeRound400;
export const getAgentStatus429 = executeRound400;
export const getAgentStatus500 = executeRound400;
export const getAgentStatus503 = executeRound400;
export const getAgentRounds400 = executeRound400;
export const getAgentRounds404 = executeRound400;
export const getAgentRounds429 = executeRound400;
export const getAgentRounds500 = executeRound400;
export const getAgentRounds503 = executeRound400;
export const executeX402Round200 = nestedRoundResult;
export const executeX402Round400 = executeRound400;
export const executeX402Round404 = executeRound400;
export const executeX402Round409 = executeRound400;
export const executeX402Round413 = executeRound400;
export const executeX402Round429 = executeRound400;
export const executeX402Round500 = executeRound400;
export const executeX402Round503 = executeRound400;
export const getX402Payment400 = executeRound400;
export const getX402Payment401 = executeRound400;
export const getX402Payment404 = executeRound400;
export const getX402Payment429 = executeRound400;
export const getX402Payment500 = executeRound400;
export const getX402Payment503 = executeRound400;
export const getX402Resources404 = executeRound400;
export const getX402Resources429 = executeRound400;
export const getX402Resources500 = executeRound400;
export const getX402Resources503 = executeRound400;
export const probeX402Round400 = executeRound400;
export const probeX402Round402 = executeX402Round402;
export const probeX402Round404 = executeRound400;
export const probeX402Round429 = executeRound400;
export const probeX402Round500 = executeRound400;
export const probeX402Round503 = executeRound400;
export const createSession400 = executeRound400;
export const createSession401 = executeRound400;
export const createSession403 = executeRound400;
export const createSession404 = executeRound400;
export const createSession413 = executeRound400;
export const createSession429 = executeRound400;
export const createSession500 = executeRound400;
export const createSession503 = executeRound400;
export const deleteSession401 = executeRound400;
export const deleteSession404 = executeRound400;
export const deleteSession429 = executeRound400;
export const deleteSession500 = executeRound400;
export const deleteSession503 = executeRound400;
export const getHealth200 = deleteSession200;
export const getReady503 = executeRound400;
export const getNodes429 = executeRound400;
export const getNodes500 = executeRound400;
export const getNodes503 = executeRound400;
export const getRegistrySnapshot400 = executeRound400;
export const getRegistrySnapshot404 = executeRound400;
export const getRegistrySnapshot429 = executeRound400;
export const getRegistrySnapshot500 = executeRound400;
export const getRegistrySnapshot503 = executeRound400;
export const getInfo429 = executeRound400;
export const getInfo500 = executeRound400;
export const getInfo503 = executeRound400;
export const getOpenApi429 = executeRound400;
export const getOpenApi500 = executeRound400;
export const getLlmsText304 = getOpenApi304;
export const getLlmsText429 = executeRound400;
export const getLlmsText500 = executeRound400;
export const getProviders429 = executeRound400;
export const getProviders500 = executeRound400;
export const getProvider404 = executeRound400;
export const getProvider429 = executeRound400;
export const getProvider500 = executeRound400;
export const getRound400 = executeRound400;
export const getRound401 = executeRound400;
export const getRound404 = executeRound400;
export const getRound429 = executeRound400;
export const getRound500 = executeRound400;
export const getRound503 = executeRound400;
export const getRoundEvents204 = getOpenApi304;
export const getRoundEvents400 = executeRound400;
export const getRoundEvents401 = executeRound400;
export const getRoundEvents404 = executeRound400;
export const getRoundEvents429 = executeRound400;
export const getRoundEvents500 = executeRound400;
export const getRoundEvents503 = executeRound400;
export const getRoundEvidence400 = executeRound400;
export const getRoundEvidence401 = executeRound400;
export const getRoundEvidence404 = executeRound400;
export const getRoundEvidence429 = executeRound400;
export const getRoundEvidence500 = executeRound400;
export const getRoundEvidence503 = executeRound400;
export const getFeedRounds400 = executeRound400;
export const getFeedRounds429 = executeRound400;
export const getFeedRounds500 = executeRound400;
export const getFeedRounds503 = executeRound400;
export const simulate400 = executeRound400;
export const simulate401 = executeRound400;
export const simulate403 = executeRound400;
export const simulate404 = executeRound400;
export const simulate413 = executeRound400;
export const simulate429 = executeRound400;
export const simulate500 = executeRound400;
export const simulate503 = executeRound400;

export const requestChecks = {
  executeRoundRequest,
  getSubscriptionStatusQuery,
  getSubscriptionRoundsQuery,
  executeAgentRoundRequest,
  getAgentStatusQuery,
  getAgentRoundsQuery,
  executeX402RoundRequest,
  createSessionRequest,
  getRegistrySnapshotQuery,
  getFeedRoundsQuery,
  simulateRequest,
};
export const answerChecks = {
  executeRound200,
  executeRound400,
  executeRound401,
  executeRound403,
  executeRound409,
  executeRound413,
  executeRound429,
  executeRound500,
  executeRound503,
  getSubscriptionStatus200,
  getSubscriptionStatus400,
  getSubscriptionStatus429,
  getSubscriptionStatus500,
  getSubscriptionStatus503,
  getSubscriptionRounds200,
  getSubscriptionRounds400,
  getSubscriptionRounds429,
  getSubscriptionRounds500,
  getSubscriptionRounds503,
  executeAgentRound200,
  executeAgentRound400,
  executeAgentRound401,
  executeAgentRound402,
  executeAgentRound403,
  executeAgentRound404,
  executeAgentRound409,
  executeAgentRound413,
  executeAgentRound429,
  executeAgentRound500,
  executeAgentRound503,
  getAgentStatus200,
  getAgentStatus400,
  getAgentStatus404,
  getAgentStatus429,
  getAgentStatus500,
  getAgentStatus503,
  getAgentRounds200,
  getAgentRounds400,
  getAgentRounds404,
  getAgentRounds429,
  getAgentRounds500,
  getAgentRounds503,
  executeX402Round200,
  executeX402Round400,
  executeX402Round402,
  executeX402Round404,
  executeX402Round409,
  executeX402Round413,
  executeX402Round429,
  executeX402Round500,
  executeX402Round503,
  getX402Payment200,
  getX402Payment400,
  getX402Payment401,
  getX402Payment404,
  getX402Payment429,
  getX402Payment500,
  getX402Payment503,
  getX402Resources200,
  getX402Resources404,
  getX402Resources429,
  getX402Resources500,
  getX402Resources503,
  probeX402Round400,
  probeX402Round402,
  probeX402Round404,
  probeX402Round429,
  probeX402Round500,
  probeX402Round503,
  createSession200,
  createSession400,
  createSession401,
  createSession403,
  createSession404,
  createSession413,
  createSession429,
  createSession500,
  createSession503,
  deleteSession200,
  deleteSession401,
  deleteSession404,
  deleteSession429,
  deleteSession500,
  deleteSession503,
  getHealth200,
  getReady200,
  getReady503,
  getNodes200,
  getNodes429,
  getNodes500,
  getNodes503,
  getRegistrySnapshot200,
  getRegistrySnapshot400,
  getRegistrySnapshot404,
  getRegistrySnapshot429,
  getRegistrySnapshot500,
  getRegistrySnapshot503,
  getInfo200,
  getInfo429,
  getInfo500,
  getInfo503,
  getOpenApi200,
  getOpenApi304,
  getOpenApi429,
  getOpenApi500,
  getLlmsText200,
  getLlmsText304,
  getLlmsText429,
  getLlmsText500,
  getProviders200,
  getProviders429,
  getProviders500,
  getProvider200,
  getProvider404,
  getProvider429,
  getProvider500,
  getRound200,
  getRound400,
  getRound401,
  getRound404,
  getRound429,
  getRound500,
  getRound503,
  getRoundEvents200,
  getRoundEvents204,
  getRoundEvents400,
  getRoundEvents401,
  getRoundEvents404,
  getRoundEvents429,
  getRoundEvents500,
  getRoundEvents503,
  getRoundEvidence200,
  getRoundEvidence400,
  getRoundEvidence401,
  getRoundEvidence404,
  getRoundEvidence429,
  getRoundEvidence500,
  getRoundEvidence503,
  getFeedRounds200,
  getFeedRounds400,
  getFeedRounds429,
  getFeedRounds500,
  getFeedRounds503,
  simulate200,
  simulate400,
  simulate401,
  simulate403,
  simulate404,
  simulate413,
  simulate429,
  simulate500,
  simulate503,
};
