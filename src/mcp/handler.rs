//! The server, as an implementation of the SDK's handler.

use std::sync::Arc;

use chunk::diag::Diagnostic;
use chunk::engine;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest, CustomResult, ErrorCode,
    ErrorData, GetPromptRequestParams, GetPromptResponse, Implementation, ListPromptsResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer};
use tokio::sync::Mutex;

use super::call::call;
use super::context::Context;
use super::seen::Seen;
use super::tools::Tool;
use super::{Config, Interrupts, guides};

/// What a host may tell its model about the server.
const INSTRUCTIONS: &str = "Files below one folder: read, search, and edit them. Make all changes \
                            of existing files with `apply_patch`, several in one patch; it is \
                            applied whole or not at all, and `undo` undoes it. A refusal says \
                            what to change, and often has the corrected patch: send that. The \
                            prompt `chunk_guide` explains CHUNK YAML, the shortest format.";

/// The methods that are served and take parameters, with a description of the parameters.
const METHODS: [(&str, &str); 8] = [
    ("initialize", "an object with `protocolVersion`, `capabilities` and `clientInfo`"),
    ("ping", "an object, or left out"),
    ("tools/list", "an object, or left out"),
    ("tools/call", "an object with `name`, a string, and `arguments`, an object"),
    ("resources/list", "an object, or left out"),
    ("resources/read", "an object with `uri`, a string"),
    ("prompts/list", "an object, or left out"),
    ("prompts/get", "an object with `name`, a string, and `arguments`, an object"),
];

/// The server.
pub(super) struct Server {
    tools: Vec<Tool>,
    context: Arc<Context>,
    /// Held while a tool changes files: such calls wait for each other, in the order in which they arrived.
    edits: Arc<Mutex<()>>,
}

impl Server {
    pub(super) fn new(config: Config, interrupts: Interrupts) -> Result<Self, Diagnostic> {
        // A missing root is reported at the start rather than at every call.
        drop(engine::open_tree(&config.root)?);
        let context = Context { root: config.root, state: config.state, seen: Seen::default(), interrupts };
        let tools = Tool::served(config.access, config.tools);
        Ok(Self { tools, context: Arc::new(context), edits: Arc::default() })
    }

    /// Returns the lock that is held while a tool changes files.
    pub(super) fn edits(&self) -> Arc<Mutex<()>> {
        Arc::clone(&self.edits)
    }

    async fn answer(&self, request: CallToolRequestParams) -> Result<CallToolResult, ErrorData> {
        let found = self.tools.iter().copied().find(|tool| tool.name() == request.name);
        let tool = found
            .ok_or_else(|| ErrorData::invalid_params(format!("unknown tool `{}`", request.name), None))?;
        let given = request.arguments.unwrap_or_default();
        let turn = match tool.only_reads() {
            true => None,
            false => Some(Arc::clone(&self.edits).lock_owned().await),
        };
        let context = Arc::clone(&self.context);
        // The task holds the lock: even if the caller is dropped, the edit excludes others until it has ended.
        let work = tokio::task::spawn_blocking(move || {
            let answer = call(&context, tool, given);
            drop(turn);
            answer
        });
        let answer = work.await.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(answer.into())
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities =
            ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("chunk", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.iter().map(|tool| tool.describe()).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.answer(request).await.map(Into::into)
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(guides::resources()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let found = guides::read(&request.uri);
        let contents = found.ok_or_else(|| {
            ErrorData::resource_not_found(format!("no guide is at `{}`", request.uri), None)
        })?;
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(guides::prompts()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        if request.name == guides::PROMPT {
            return Ok(guides::prompt().into());
        }
        Err(ErrorData::invalid_params(format!("unknown prompt `{}`", request.name), None))
    }

    /// Answers requests that the SDK cannot parse: unknown methods, or known methods with wrong parameters.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let CustomRequest { method, params, .. } = request;
        let Some((_, fields)) = METHODS.iter().find(|(name, _)| *name == method) else {
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None));
        };
        let message = match params {
            None => format!("`{method}` needs `params`: {fields}"),
            Some(_) => format!("the `params` of `{method}` are not {fields}"),
        };
        Err(ErrorData::invalid_params(message, None))
    }
}
